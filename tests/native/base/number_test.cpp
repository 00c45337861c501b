// The number parser against the C library (glibc rounds correctly) on millions of texts.

#include "base/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/small_decimal.h"

namespace vitrine {
namespace {

constexpr uint64_t kSeed = 20020611;

/// An exactly sized copy, so that the sanitizer sees a read past the end.
struct Exact {
  explicit Exact(const std::string& text) : bytes(text.begin(), text.end()) {}
  const char* first() const { return bytes.data(); }
  const char* last() const { return bytes.data() + bytes.size(); }
  std::vector<char> bytes;
};

/// Compares both parsers with the C library, value by value and end by end; counts instead of printing millions of
/// lines.
class Comparison {
 public:
  void add(const std::string& text) {
    ++count_;
    char* want_end = nullptr;
    const float want_float = std::strtof(text.c_str(), &want_end);
    const double want_double = std::strtod(text.c_str(), nullptr);
    const auto length = want_end - text.c_str();
    // At the end of a text, where it ends within the reach of the fast way, and far from it.
    for (const char* behind : {"", " 0123456789 0.5", ", and words of any length behind it"}) {
      const Exact exact(text + behind);
      float f = -1;
      double d = -1;
      const char* float_end = parse_float(exact.first(), exact.last(), f);
      const char* double_end = parse_double(exact.first(), exact.last(), d);
      const bool same = f == want_float && d == want_double && float_end - exact.first() == length &&
                        double_end - exact.first() == length;
      if (!same && ++wrong_ <= 5)
        ADD_FAILURE() << "'" << text << behind << "': " << f << " and " << d << ", wanted " << want_float << " and "
                      << want_double;
    }
  }
  void expect_all_same(uint64_t at_least) const {
    EXPECT_EQ(wrong_, 0u);
    EXPECT_GE(count_, at_least);
  }

 private:
  uint64_t count_ = 0, wrong_ = 0;
};

std::string format(const char* pattern, int precision, double value) {
  char buffer[512];
  const int length = std::snprintf(buffer, sizeof buffer, pattern, precision, value);
  return std::string(buffer, static_cast<size_t>(length));
}
float float_of_bits(uint32_t bits) { return __builtin_bit_cast(float, bits); }
double double_of_bits(uint64_t bits) { return __builtin_bit_cast(double, bits); }

TEST(Number, FixedDecimalsAsExportersWriteThemAreCorrectlyRounded) {
  std::mt19937_64 random(kSeed);
  Comparison comparison;
  for (int i = 0; i < 800000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random() >> 11), -53) * std::pow(10.0, static_cast<int>(random() % 7) - 2);
    comparison.add(format("%.*f", static_cast<int>(random() % 13), value));
  }
  comparison.expect_all_same(800000);
}

TEST(Number, AnyNumberOfDigitsBeforeAndBehindThePointIsCorrectlyRounded) {
  std::mt19937_64 random(kSeed + 9);
  Comparison comparison;
  for (size_t whole = 0; whole <= 20; ++whole) {
    for (size_t decimals = 0; decimals <= 26; ++decimals) {
      if (whole + decimals == 0) continue;
      for (int i = 0; i < 40; ++i) {
        std::string text;
        for (size_t k = 0; k < whole + decimals; ++k) {
          if (k == whole) text += '.';
          text += static_cast<char>(i == 0 ? '0' : i == 1 ? '9' : '0' + random() % 10);
        }
        comparison.add(text);
        if (decimals == 0) comparison.add(text + '.');
        comparison.add(text + "e-3");
      }
    }
  }
  comparison.expect_all_same(45000);
}

TEST(Number, ShortestAndLongFormsOfRandomFloatsAreCorrectlyRounded) {
  std::mt19937_64 random(kSeed + 1);
  Comparison comparison;
  for (int i = 0; i < 500000; ++i) {
    const float value = float_of_bits(static_cast<uint32_t>(random()) & 0x7FFFFFFF);  // denormals included
    if (!std::isfinite(value)) continue;
    comparison.add(format("%.*g", 1 + static_cast<int>(random() % 20), static_cast<double>(value)));
  }
  comparison.expect_all_same(490000);
}

TEST(Number, RandomDoublesOfSeventeenDigitsComeBackExactly) {
  std::mt19937_64 random(kSeed + 2);
  Comparison comparison;
  for (int i = 0; i < 400000; ++i) {
    const double value = double_of_bits(random() & 0x7FFFFFFFFFFFFFFFull);
    if (std::isfinite(value)) comparison.add(format("%.*g", 17, value));
  }
  comparison.expect_all_same(390000);
}

TEST(Number, MidpointsOfFloatsGoToTheEvenNeighbourAndOneDigitMoreGoesUp) {
  std::mt19937_64 random(kSeed + 3);
  Comparison comparison;
  for (int i = 0; i < 200000; ++i) {
    // Exponents of everyday numbers, so that the exact decimal expansion stays short enough for every path.
    const uint32_t bits =
        (static_cast<uint32_t>(random()) & 0x007FFFFF) | ((100 + static_cast<uint32_t>(random() % 50)) << 23);
    const double low = static_cast<double>(float_of_bits(bits)), high = static_cast<double>(float_of_bits(bits + 1));
    const std::string middle = format("%.*f", 80, low + (high - low) / 2);
    comparison.add(middle);
    comparison.add(middle + "1");
    comparison.add(middle.substr(0, middle.find_last_not_of('0') + 1));
  }
  comparison.expect_all_same(600000);
}

TEST(Number, RandomDigitsWithPointAndExponentAreCorrectlyRounded) {
  std::mt19937_64 random(kSeed + 4);
  Comparison comparison;
  for (int i = 0; i < 600000; ++i) {
    std::string text;
    const size_t digits = 1 + random() % 40;
    for (size_t k = 0; k < digits; ++k) text += static_cast<char>('0' + random() % 10);
    if (random() % 4 != 0) text.insert(random() % (digits + 1), ".");
    if (random() % 2 == 0) {
      const int range = random() % 8 == 0 ? 400 : 50;
      text += random() % 2 == 0 ? 'e' : 'E';
      text += std::to_string(static_cast<int>(random() % (2 * static_cast<uint64_t>(range))) - range);
    }
    comparison.add(text);
  }
  comparison.expect_all_same(600000);
}

TEST(Number, HugeDigitCountsAreCorrectlyRounded) {
  std::mt19937_64 random(kSeed + 5);
  Comparison comparison;
  for (int i = 0; i < 3000; ++i) {
    std::string text(1 + random() % 1200, '0');
    for (char& c : text) c = static_cast<char>(random() % 3 == 0 ? '0' : '0' + random() % 10);
    text.insert(random() % (text.size() + 1), ".");
    comparison.add(text);
    comparison.add("0." + std::string(random() % 400, '0') + text.substr(0, text.find('.')) + "7");
    comparison.add(text + "e-" + std::to_string(random() % 1300));
  }
  comparison.expect_all_same(9000);
}

TEST(Number, EdgesOfTheGrammarAndOfTheRange) {
  Comparison comparison;
  for (const char* text : {"5.",
                           ".5",
                           "0",
                           "0.",
                           ".0",
                           "00",
                           "007",
                           "1e5",
                           "1e+5",
                           "1E-5",
                           "1.e3",
                           ".5e1",
                           "1e99999",
                           "0e99999",
                           "1e-99999",
                           "0.0e-99999",
                           "1e",
                           "1e+",
                           "1.5e-",
                           "1.5.2",
                           "1..2",
                           "12abc",
                           "3.40282346e38",
                           "3.4028235677973366e38",
                           "3.4028235677973367e38",
                           "3.5e38",
                           "1.17549435e-38",
                           "1.1754943e-38",
                           "1e-45",
                           "7.0064923216240853e-46",
                           "7.0064923216240854e-46",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           "4.9406564584124654e-324",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "9007199254740993",
                           "9007199254740992",
                           "18446744073709551615",
                           "18446744073709551616",
                           "99999999999999999999",
                           "0.1",
                           "123456789012345678",
                           "1e22",
                           "1e23",
                           "123456789e15",
                           "16777217",
                           "16777219",
                           "0.000000000000000000000000000000000000000000001"}) {
    comparison.add(text);
  }
  comparison.add("1" + std::string(400, '0'));
  comparison.add("1" + std::string(400, '0') + "e-400");
  comparison.add("0." + std::string(400, '0') + "1");
  comparison.add("0." + std::string(400, '0') + "1e401");
  comparison.expect_all_same(50);
}

TEST(Number, BeyondTheRangeIsInfinityAndBelowItZero) {
  for (const auto& text : {std::string("1e99999"), std::string("1e400"), "1" + std::string(400, '0'),
                           "9" + std::string(400, '9') + ".5", std::string("1e2147483648")}) {
    const Exact exact(text);
    float f = 0;
    double d = 0;
    parse_float(exact.first(), exact.last(), f);
    parse_double(exact.first(), exact.last(), d);
    EXPECT_EQ(f, std::numeric_limits<float>::infinity()) << text.substr(0, 20);
    EXPECT_EQ(d, std::numeric_limits<double>::infinity()) << text.substr(0, 20);
  }
  for (const auto& text : {std::string("1e-99999"), std::string("9e-400"), "0." + std::string(400, '0') + "9",
                           std::string("1e-2147483648")}) {
    const Exact exact(text);
    float f = 1;
    double d = 1;
    parse_float(exact.first(), exact.last(), f);
    parse_double(exact.first(), exact.last(), d);
    EXPECT_EQ(f, 0) << text.substr(0, 20);
    EXPECT_EQ(d, 0) << text.substr(0, 20);
  }
}

TEST(Number, WhatIsNoNumberMovesNothing) {
  for (const char* text : {"", ".", "e5", ".e5", "-1", "+1", "nan", "inf", "x", " 1", "#"}) {
    const Exact exact(text);
    float value = 42;
    EXPECT_EQ(parse_float(exact.first(), exact.last(), value), exact.first()) << text;
    EXPECT_EQ(value, 42) << text;
  }
}

TEST(Number, TheScannerSaysHowANumberIsWritten) {
  const Exact text("12.50e+3");
  const Decimal decimal = scan_decimal(text.first(), text.last());
  EXPECT_EQ(decimal.end, text.last());
  EXPECT_EQ(decimal.mantissa, 1250u);
  EXPECT_EQ(decimal.exponent, 1);
  EXPECT_TRUE(decimal.has_point);
  EXPECT_TRUE(decimal.has_exponent);
  EXPECT_EQ(to_double(decimal), 12500);
}

TEST(Number, TheSmallWayRoundsWhatItReaches) {
  std::mt19937_64 random(kSeed);
  int reached = 0;
  const auto check = [&](const std::string& text) {
    const Exact exact(text);
    const Decimal decimal = scan_decimal(exact.first(), exact.last());
    double value = 0;
    if (number_detail::small_decimal<double>(decimal, value)) {
      ++reached;
      EXPECT_EQ(value, std::strtod(text.c_str(), nullptr)) << text;
    }
    if (number_detail::small_decimal<float>(decimal, value)) {
      ++reached;
      EXPECT_EQ(value, static_cast<double>(std::strtof(text.c_str(), nullptr))) << text;
    }
  };
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    const auto digits = 1 + random() % 20;
    for (uint64_t d = 0; d < digits; ++d) text += static_cast<char>('0' + random() % 10);
    text.insert(random() % (digits + 1), ".");
    if (random() % 2 != 0) text += "e" + std::to_string(static_cast<int>(random() % 70) - 35);
    check(text);
    // Floats, and what lies halfway between two of them.
    const auto bits = static_cast<uint32_t>((random() & 0x7FFFFF) | (100 + random() % 60) << 23);
    const double low = __builtin_bit_cast(float, bits), high = __builtin_bit_cast(float, bits + 1);
    char written[40];
    std::snprintf(written, sizeof written, "%.17g", random() % 2 != 0 ? low : (low + high) / 2);
    check(written);
  }
  EXPECT_GT(reached, 600000);
}

}  // namespace
}  // namespace vitrine
