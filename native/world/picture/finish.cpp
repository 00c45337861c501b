// Steps on the finished picture: sums and Gaussian blurs whose width follows the picture's height.

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"
#include "world/picture/picture.h"

namespace vitrine::render {
namespace {

using Colors = std::vector<glm::dvec3>;

constexpr uint64_t kTap = 2;  // work

/// Along one axis; the picture's edge goes on outside of it.
Colors blur_axis(const Colors& in, int width, int height, bool along_x, const std::vector<double>& weights) {
  const int radius = static_cast<int>(weights.size()) - 1;
  Colors out(in.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      glm::dvec3 sum(0);
      for (int i = -radius; i <= radius; ++i) {
        const int sx = along_x ? std::clamp(x + i, 0, width - 1) : x;
        const int sy = along_x ? y : std::clamp(y + i, 0, height - 1);
        sum += in[static_cast<size_t>(sy) * static_cast<size_t>(width) + static_cast<size_t>(sx)] *
               weights[static_cast<size_t>(std::abs(i))];
      }
      out[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)] = sum;
    }
  }
  return out;
}

Colors gauss(const Colors& in, const WorldPicture& picture, double sigma, WorldWork& work) {
  if (!(sigma > 0)) return in;
  // Beyond the picture the edge goes on, so wider kernels say nothing new.
  sigma = std::min(sigma, 1.0 * std::max(picture.width, picture.height));
  std::vector<double> weights(static_cast<size_t>(std::ceil(3 * sigma)) + 1);
  if (!work.take(in.size() * weights.size() * 4 * kTap)) return in;  // both ways, along two axes
  double sum = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    const auto d = static_cast<double>(i);
    weights[i] = portable::exp(-d * d / (2 * sigma * sigma));
    sum += i == 0 ? weights[i] : 2 * weights[i];
  }
  for (double& weight : weights) weight /= sum;
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  return blur_axis(blur_axis(in, width, height, true, weights), width, height, false, weights);
}

}  // namespace

void finish_world(const WorldPicture& picture, Colors& colors, WorldWork& work) {
  const double height = picture.height;
  for (const WorldFinish& step : picture.finish) {
    if (!work.take(colors.size() * WorldWork::kShaded)) return;
    Colors other;
    switch (step.kind) {
      case WorldFinish::Kind::kColor:
        for (glm::dvec3& c : colors) {
          const double y = glm::dot(c, glm::dvec3(0.2126, 0.7152, 0.0722));
          c = y + (c - y) * step.amount;
        }
        break;
      case WorldFinish::Kind::kBlur:
        colors = gauss(colors, picture, step.amount * height / 200, work);
        break;
      case WorldFinish::Kind::kGlow:
        other = colors;
        for (glm::dvec3& c : other) c = glm::max(c - 0.5, glm::dvec3(0));
        other = gauss(other, picture, height / 50, work);
        for (size_t i = 0; i < colors.size(); ++i) colors[i] += step.amount * other[i];
        break;
      case WorldFinish::Kind::kSharpen:
        other = gauss(colors, picture, height / 200, work);
        for (size_t i = 0; i < colors.size(); ++i) colors[i] += step.amount * (colors[i] - other[i]);
        break;
    }
    for (glm::dvec3& c : colors) c = glm::max(c, glm::dvec3(0));
  }
}

}  // namespace vitrine::render
