#pragma once
// Scripts of Cube 2 as far as they describe models: commands, one a line. The Intensity engine calls the same commands
// from JavaScript.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "formats/format.h"
#include "formats/mtr/full/words.h"

namespace vitrine::mtr {

/// Begins a call as `Model.md5Skin("Body", "skin.jpg");`.
constexpr std::string_view kCallOfModel = "Model.";
/// Calls of other scripts that are followed.
constexpr size_t kMostCalls = 1000;
constexpr std::string_view kMeshEnding = ".md5mesh", kAnimationEnding = ".md5anim";

struct Command {
  Word verb;
  std::vector<Word> arguments;  ///< 64 at most

  /// Empty where there are fewer.
  std::string_view argument(size_t i) const { return i < arguments.size() ? arguments[i].text : std::string_view(); }
  /// The verb as Cube spells it: `md5skin` of `Model.md5Skin`, `exec` of `Library.include`.
  std::string name() const;
};

/// The next line or call that is one; nothing at the end of the text.
std::optional<Command> next_command(TextCursor& cursor);

/// The number that a word begins with.
std::optional<float> number_of(std::string_view text);

/// The script that `exec` calls: by its name without folders, which begin in that of the game. Null when it is not
/// there.
const AddedFile* find_script(std::span<const AddedFile> files, std::string_view path);

/// Scripts may leave the ending of a file out.
std::string with_ending(std::string_view file, std::string_view ending);

/// The models that a script of Cube 2 hangs on others, as [{ parent, child, joint, offset, rotation }]: files of the
/// models, a joint of the parent, and the place in that joint's space, with a quaternion x, y, z, w. `md5load FILE`
/// numbers the models from 0; `md5tag JOINT TAG [X Y Z] [DEGREES about x, y, z]` names a place of the one before it;
/// `md5link PARENT CHILD TAG [X Y Z]` hangs one there, moved along the axes of the tag. `beside` are the files among
/// which `exec` finds its script, whose lines count where it is called.
nlohmann::ordered_json links_of(std::span<const uint8_t> script, std::span<const AddedFile> beside);

}  // namespace vitrine::mtr
