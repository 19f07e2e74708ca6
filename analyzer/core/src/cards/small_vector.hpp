// A row of numbers. A short one lies in the object itself and needs no memory of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace core {

template <class T, std::size_t kShort>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() = default;
  explicit SmallVector(std::size_t size, T value = T{}) { resize(size, value); }
  SmallVector(const SmallVector& other) { copy(other); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) release(), copy(other);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) release(), take(other);
    return *this;
  }
  ~SmallVector() { release(); }

  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& front() { return *data_; }
  const T& front() const { return *data_; }
  void push_back(T value) {
    if (size_ == room_) reserve(2 * room_);
    data_[size_++] = value;
  }
  void resize(std::size_t size, T value = T{}) {
    reserve(size);
    if (size > size_) std::fill(data_ + size_, data_ + size, value);
    size_ = size;
  }
  void reserve(std::size_t room) {
    if (room <= room_) return;
    T* larger = new T[room];
    std::copy(data_, data_ + size_, larger);
    if (data_ != short_) delete[] data_;
    data_ = larger;
    room_ = room;
  }

 private:
  void copy(const SmallVector& other) {
    reserve(other.size_);
    std::copy(other.data_, other.data_ + other.size_, data_);
    size_ = other.size_;
  }
  void take(SmallVector& other) {
    if (other.data_ == other.short_) {
      std::copy(other.data_, other.data_ + other.size_, data_);
      size_ = other.size_;
    } else {
      data_ = std::exchange(other.data_, other.short_);
      size_ = std::exchange(other.size_, 0);
      room_ = std::exchange(other.room_, kShort);
    }
  }
  void release() {
    if (data_ != short_) delete[] data_;
    data_ = short_;
    size_ = 0;
    room_ = kShort;
  }

  T short_[kShort];
  T* data_ = short_;
  std::size_t size_ = 0;
  std::size_t room_ = kShort;
};

}  // namespace core
