#pragma once
// The text that every reader takes: no exponents, signs or bare points, LF, a blank between tokens.
//
// Facts: a reader of Doom 3 takes no "1.0E-5", assimp swallows the lines after a header value without a blank behind
// it, q2pro needs blanks beside brackets, Cube 2 a single blank before '{' and '}' in the first column.

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>

namespace vitrine::md5_export {

/// Larger numbers have no place in a model.
inline constexpr double kLargestNumber = 1e12;
/// Longest comment or shader name: Cube 2 reads lines of 511 bytes, others words of 1023.
inline constexpr uint32_t kLongestName = 255;
/// Biases are counted in these.
inline constexpr int64_t kBiasOne = 10'000'000'000;

/// The shortest decimal that reads as the same float, at most ten decimals.
void append_number(std::string& out, float value);
/// Ten decimals of `value` itself, trailing zeros cut: reads alike in single and in double precision. |value| <= 1.
void append_exact(std::string& out, float value);
/// `bias` / kBiasOne.
void append_bias(std::string& out, int64_t bias);
void append_vector(std::string& out, const glm::vec3& v);  ///< "( x y z )"
void append_whole(std::string& out, uint64_t value);

/// A rotation as stored: x y z of the conjugate with w >= 0.
struct StoredRotation {
  glm::vec3 xyz{0};
  bool half_turn = false;          ///< w is so small that it wants every decimal
  glm::dquat rebuilt{1, 0, 0, 0};  ///< what a reader makes of it
  double error_rad = 0;            ///< angle between that and the rotation meant
};
/// Rounds to those of the four floats around each number whose rebuilt rotation is nearest.
StoredRotation stored(const glm::dquat& rotation);
void append_rotation(std::string& out, const StoredRotation& rotation);  ///< "x y z"
/// A joint's line in a frame.
void append_frame_row(std::string& out, const glm::vec3& position, const StoredRotation& rotation);

}  // namespace vitrine::md5_export
