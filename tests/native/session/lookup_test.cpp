// Which file a name means: rules of formats/lookup.h, in words in public/docs/files-found.md.

#include <gtest/gtest.h>

#include "base/names.h"
#include "formats/lookup.h"

namespace vitrine {
namespace {

struct Answer {
  std::string file;
  FoundBy by = FoundBy::kNothing;
  uint32_t steps = 0, others = 0;
  bool operator==(const Answer&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Answer& a) {
  return out << a.file << " by " << static_cast<int>(a.by) << ", " << a.steps << " steps, " << a.others << " others";
}

/// The file that `from` means by these names; the model is one of the files given.
Answer look(std::string_view from, const std::vector<std::string>& names, const std::vector<std::string>& files,
            bool is_address = false) {
  FileLookup lookup;
  for (const std::string& name : names) lookup.want(name);
  lookup.add(from, kNone);
  for (uint32_t i = 0; i < files.size(); ++i) lookup.add(files[i], i);
  const Found found = lookup.find(lookup.from(from), names, is_address);
  return {found.file == kNone ? "" : files[found.file], found.by, found.steps, found.others};
}

TEST(FileLookup, AnAddressIsExactlyThatFile) {
  const std::vector<std::string> files = {"g/_old/tex.png", "g/b/tex.png", "g/a/tex.png", "g/tex.png"};
  EXPECT_EQ(look("g/a/m.gltf", {"tex.png"}, files, true), (Answer{"g/a/tex.png", FoundBy::kAddress}));
  EXPECT_EQ(look("g/a/m.gltf", {"../b/tex.png"}, files, true), (Answer{"g/b/tex.png", FoundBy::kAddress, 2}));
  EXPECT_EQ(look("g/a/m.gltf", {"..\\TEX.png"}, files, true), (Answer{"g/tex.png", FoundBy::kAddress, 1}));
  EXPECT_EQ(look("g/a/m.iqm", {"../_old/tex.png"}, files), (Answer{"g/_old/tex.png", FoundBy::kAddress, 2}));
  EXPECT_EQ(look("/d/g/a/m.gltf", {"../t.png"}, {"/d/g/t.png", "/d/t.png"}, true).file, "/d/g/t.png");
  EXPECT_EQ(look("../a/m.gltf", {"./x/../t.png"}, {"../a/t.png"}, true).by, FoundBy::kAddress);
}

TEST(FileLookup, AddressesAsPeopleWriteThem) {
  const std::vector<std::string> files = {"set/my tex.png", "set/models/skin.tga", "set/other.png"};
  EXPECT_EQ(look("set/m.gltf", {"my%20tex.png"}, files, true).by, FoundBy::kAddress);
  EXPECT_EQ(look("set/m.md5mesh", {"my%20tex.png"}, files).file, "set/my tex.png");
  for (const char* absolute : {"C:\\Users\\me\\models\\skin.tga", "/home/me/models/skin.tga",
                               "\\\\host\\models\\skin.tga", "file:///c:/me/models/Skin.TGA"})
    EXPECT_EQ(look("set/m.iqm", {absolute}, files).file, "set/models/skin.tga") << absolute;
  EXPECT_EQ(look("/home/me/x/m.gltf", {"/home/me/y/t.png"}, {"/home/me/x/t.png", "/home/me/y/t.png"}, true),
            (Answer{"/home/me/y/t.png", FoundBy::kAddress, 2}));
}

TEST(FileLookup, NothingOutsideIsTaken) {
  EXPECT_EQ(look("a/m.gltf", {"../../../t.bmp"}, {"a/t.png"}, true).file, "");
  // What is called so and lies within stands in for it.
  EXPECT_EQ(look("a/m.gltf", {"../../../t.png"}, {"a/t.png"}, true), (Answer{"a/t.png", FoundBy::kFolder}));
}

TEST(FileLookup, AGamePathCountsFromTheRootThenComesTheFolderThenTheNearest) {
  const std::vector<std::string> names = {"models/a/skin.tga", "models/a/skin.png"};
  const std::string model = "top/base/models/a/m.md5mesh";
  EXPECT_EQ(look(model, names, {"top/base/models/a/models/a/skin.tga", "top/base/models/a/skin.png"}),
            (Answer{"top/base/models/a/skin.png", FoundBy::kRoot}));
  // Another game's folder beside this one's.
  EXPECT_EQ(look("top/mod/models/a/m.md5mesh", names, {"top/mod/models/a/x/skin.tga", "top/base/models/a/skin.tga"}),
            (Answer{"top/base/models/a/skin.tga", FoundBy::kPath, 6}));
  EXPECT_EQ(look("x/m.iqm", names, {"x/skin.png", "x/y/skin.tga"}), (Answer{"x/skin.png", FoundBy::kFolder}));
  EXPECT_EQ(look("x/m.iqm", names, {"x/z/w/skin.png", "x/y/skin.tga"}), (Answer{"x/y/skin.tga", FoundBy::kNearest, 1}));
  EXPECT_EQ(look("x/models/m.iqm", {"skin.png"}, {"x/skin.png", "x/models/skin.png"}).file, "x/skin.png");
  EXPECT_EQ(look("x/models/m.iqm", {"skin.png"}, {"x/textures/skin.png"}),
            (Answer{"x/textures/skin.png", FoundBy::kNearest, 2}));
}

TEST(FileLookup, ModelsWithEqualNamesOfImagesHaveTheirOwn) {
  const std::vector<std::string> files = {"two/a/skin.tga", "two/b/skin.tga"};
  EXPECT_EQ(look("two/a/a.md5mesh", {"skin.tga"}, files), (Answer{"two/a/skin.tga", FoundBy::kFolder}));
  EXPECT_EQ(look("two/b/b.md5mesh", {"skin.tga"}, files), (Answer{"two/b/skin.tga", FoundBy::kFolder}));
}

TEST(FileLookup, WhatIsPutAsideComesLast) {
  for (const char* aside : {"_source", "_old", "backup", "old textures", "textures.bak", "__MACOSX", ".git"}) {
    const std::string old = std::string("x/m/") + aside + "/skin.png";
    EXPECT_EQ(look("x/m/m.iqm", {"skin.png"}, {old, "x/far/away/skin.png"}),
              (Answer{"x/far/away/skin.png", FoundBy::kNearest, 3}))
        << aside;
    EXPECT_EQ(look("x/m/m.iqm", {"skin.png"}, {old}), (Answer{old, FoundBy::kNearest, 1})) << aside;
  }
  // Within such a folder it is its own.
  EXPECT_EQ(look("x/source/m.iqm", {"skin.png"}, {"x/source/maps/skin.png", "x/y/z/skin.png"}).file,
            "x/source/maps/skin.png");
  EXPECT_EQ(look("x/n/m.iqm", {"p/skin.png"}, {"x/_old/p/skin.png", "x/q/skin.png"}).file, "x/q/skin.png");
}

TEST(FileLookup, TiesAreCounted) {
  EXPECT_EQ(look("x/m.iqm", {"s.png"}, {"x/b/s.png", "x/a/s.png", "x/c/d/s.png", "x/_e/s.png"}),
            (Answer{"x/b/s.png", FoundBy::kNearest, 1, 1}));
  // A folder of the model's own goes before one above it.
  EXPECT_EQ(look("x/y/m.iqm", {"s.png"}, {"x/z/s.png", "x/y/w/v/s.png"}),
            (Answer{"x/y/w/v/s.png", FoundBy::kNearest, 2, 1}));
}

TEST(FileLookup, ArchivesLieOverTheFolderThatTheyAreIn) {
  const std::vector<std::string> files = {"base/b.pk4/models/a/skin.tga", "base/models/c/skin.tga"};
  EXPECT_EQ(look("base/a.pk4/models/a/m.md5mesh", {"models/a/skin.tga"}, files), (Answer{files[0], FoundBy::kRoot}));
  EXPECT_EQ(look("base/a.pk4/models/a/m.md5mesh", {"models/c/skin.tga"}, files).by, FoundBy::kRoot);
  // Each of two archives has its own.
  EXPECT_EQ(look("b.zip/m.iqm", {"skin.png"}, {"a.zip/skin.png", "b.zip/skin.png"}).file, "b.zip/skin.png");
  EXPECT_EQ(look("b.zip/x/m.iqm", {"skin.png"}, {"a.zip/x/skin.png", "b.zip/x/skin.png"}).file, "b.zip/x/skin.png");
  EXPECT_EQ(look("b.zip/x/m.gltf", {"../t/skin.png"}, {"a.zip/t/skin.png", "b.zip/t/skin.png"}, true).file,
            "b.zip/t/skin.png");
}

TEST(FileLookup, PackedImagesHaveTheirNames) {
  EXPECT_EQ(look("x/m.iqm", {"skin.tga"}, {"x/Skin.tga.gz"}), (Answer{"x/Skin.tga.gz", FoundBy::kFolder}));
}

/// The nearest by steps, in the plainest words.
uint32_t steps_between(std::string_view a, std::string_view b) {
  const auto folders = [](std::string_view path) {
    std::vector<std::string_view> out;
    for (size_t at = 0; path.find('/', at) != path.npos; at = path.find('/', at) + 1)
      out.push_back(path.substr(at, path.find('/', at) - at));
    return out;
  };
  const auto x = folders(a), y = folders(b);
  const auto same = static_cast<size_t>(std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin());
  return static_cast<uint32_t>(x.size() + y.size() - 2 * same);
}

TEST(FileLookup, NoFileOfAHundredIsNearer) {
  std::vector<std::string> folders = {"a/", "b/", "c/"};
  for (size_t i = 0; folders.size() < 150; ++i) folders.push_back(folders[i / 3] + folders[i % 3]);
  std::vector<std::string> files;
  for (size_t i = 0; i < 100; ++i) files.push_back(folders[i * 53 % folders.size()] + "s.png");
  for (const std::string& folder : folders) {
    const std::string from = folder + "x/m.iqm";
    uint32_t least = ~0u;
    for (const std::string& file : files) least = std::min(least, steps_between(from, file));
    const Answer answer = look(from, {"s.png"}, files);
    EXPECT_EQ(answer.steps, least) << from << ": " << answer;
    EXPECT_EQ(answer.steps, steps_between(from, answer.file)) << from << ": " << answer;
  }
}

TEST(FileLookup, HostileNamesAreFoundInLinearTime) {
  std::string steps, deep;
  for (int i = 0; i < 100'000; ++i) steps += "../", deep += "d/";
  const std::string aside = std::string(500'000, 'x');
  EXPECT_EQ(look(deep + "m.gltf", {steps + "t.png"}, {"t.png"}, true).by, FoundBy::kAddress);
  EXPECT_EQ(look("m.gltf", {steps + "t.png"}, {"t.png"}, true).file, "t.png");
  EXPECT_EQ(look(deep + "m.iqm", {"s.png"}, {deep + "s.png"}).by, FoundBy::kFolder);
  EXPECT_EQ(look(aside + "/m.iqm", {aside + "/s.png"}, {aside + "/s.png"}).by, FoundBy::kPath);
  for (const char* odd : {"", "/", "..", "../", ".", "//", "C:", "file:", "%", "%2", "\\\\"})
    EXPECT_EQ(look("a/m.iqm", {odd}, {"a/s.png"}).file, "") << odd;
  std::vector<std::string> files, names;
  for (int i = 0; i < 20'000; ++i) files.push_back("x/" + std::to_string(i) + "/y/z/a.png");
  FileLookup lookup;
  lookup.want("a.png");
  for (uint32_t i = 0; i < files.size(); ++i) lookup.add(files[i], i);
  for (uint32_t i = 0; i < files.size(); ++i) {
    const std::string own[] = {"a.png"};
    EXPECT_EQ(lookup.find(lookup.from("x/" + std::to_string(i) + "/y/m.iqm"), own).file, i);
  }
}

}  // namespace
}  // namespace vitrine
