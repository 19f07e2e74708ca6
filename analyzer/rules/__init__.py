"""What is allowed, and what is owed: `analyzer.rules(name)` gives a rule set."""

from analyzer.importing import let_call

let_call(__name__)
