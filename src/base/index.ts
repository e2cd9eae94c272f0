/** What all folders may use: bytes, errors, JSON, texts and files. */
export { builtPage, requirePage } from './built-page.js'
export {
  byteLength,
  compareBytes,
  concatBytes,
  equalBytes,
  fromBase64,
  fromHex,
  fromUtf8,
  NO_BYTES,
  textOf,
  toBase64,
  toHex,
  toUtf8,
} from './bytes.js'
export {
  atCallersLine,
  atUsersLine,
  beginAt,
  errorsAtCallersLine,
  framesOf,
  placeOf,
  usersFrames,
  type Place,
} from './callers-line.js'
export { isFunctionName, refuseUnknown } from './arguments/check.js'
export { strict, strictArguments } from './arguments/strict.js'
export { definedMembers, own, withDefaults } from './members.js'
export { isDeeperThan } from './depth.js'
export { DROPPED_TEXT, droppedMember } from './dropped-member.js'
export {
  ChainError,
  FixtureError,
  NotSupportedError,
  RpcError,
  SudoboxError,
  UsageError,
  type ErrorParts,
} from './errors.js'
export { filesRead, sharedSetUp } from './files-read.js'
export { writeAtomically } from './files.js'
export { atPointer, jsonPointer, unescapedPart } from './json-pointer.js'
export { bigintsAsText, bytesAsText, jsonOf, jsonText } from './json-text.js'
export { notJson, notJsonText, refuseNotJson } from './not-json.js'
export { nearestTexts } from './names/nearest.js'
export { ownPorts } from './own-ports.js'
export { packed } from './packed.js'
export { dataPage } from './page.js'
export { pascal } from './pascal.js'
export { asLine, asLines, colouredLine, inLine } from './plain-line.js'
export { isElsewhere, MAX_FILE_BYTES, Reach } from './reach.js'
export { projectRequire } from './project-require.js'
export { MAX_PLAIN_BYTES, readPlain } from './read-plain.js'
export { linesOf, parsedBy, strangeNameIn, UNKNOWN } from './names/known-names.js'
export { unknownMember } from './names/unknown-member.js'
export { insteadOf, readNamed, reasonOf, unreadable } from './names/unreadable.js'
export { version } from './version.js'
