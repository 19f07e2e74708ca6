"""The board: a page on this machine, and the little server behind it. It is told what is legal."""
