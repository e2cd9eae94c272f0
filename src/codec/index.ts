/** Encodings that many modules share: addresses, coins, numbers, times and texts as in Go, protobuf. */
export { aminoSignBytes } from './amino/sign-doc.js'
export { aminoName, ruleOf as aminoRuleOf } from './amino/rules.js'
export { anyWriter, decodeAny, encodeAny, type Any } from './any.js'
export { decodeBech32, encodeBech32 } from './bech32.js'
export {
  addCoins,
  amountOf,
  coinsAreEqual,
  coinsAreValid,
  coinsAreZero,
  coinsProblem,
  coinsText,
  coinText,
  denomProblem,
  negateCoins,
  parseCoins,
  parseInteger,
  sortCoins,
  type Coin,
} from './coins.js'
export {
  addDecCoins,
  decCoinsOf,
  decCoinsText,
  decodeDecCoin,
  divideCoinsTruncating,
  encodeDecCoin,
  hasNegative,
  intersectDecCoins,
  multiplyCoins,
  multiplyCoinsTruncating,
  readDecCoins,
  subtractDecCoins,
  truncateDecCoins,
  writeDecCoins,
  type DecCoin,
  type DecCoins,
} from './dec-coins.js'
export {
  DECIMAL_ONE,
  decimalCeil,
  decimalFromString,
  decimalOf,
  decimalRound,
  decimalText,
  decimalTruncate,
  divideDecimals,
  divideTruncating,
  multiplyDecimals,
  multiplyTruncating,
  parseDecimal,
} from './decimals.js'
export { goDurationText } from './go-duration.js'
export { hexProblem } from './go-hex.js'
export { decodeCoin, decodeDecimal, decodeInt, encodeCoin, fitsInt, intFromString, type CoinText } from './go-int.js'
export { goQuote } from './go-quote.js'
export { gunzipFirst, GzipError } from './gzip.js'
export { equalFold, isBlank, SPACE, toUpper, trimSpace } from './go-strings.js'
export { goTypeName } from './go-type-name.js'
export { goValueText } from './go-value.js'
export { remember, rememberCodec, type RememberedCodec, type Remembering } from './memo.js'
export { plainError } from './plain-error.js'
export { jsonBytes } from './plain-json.js'
export { protoText, type TextField } from './proto-text.js'
export {
  protoBool,
  protoBytes,
  ProtoError,
  protoMessage,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  protoUint64s,
  ProtoWriter,
  readProto,
  type ProtoField,
} from './proto.js'
export { WireReader } from './protowire.js'
export {
  civilDate,
  decodeTime,
  durationText,
  encodeDuration,
  encodeTimestamp,
  goDuration,
  goTimestamp,
  momentOf,
  nanosOf,
  parseDuration,
  parseRfc3339,
  rfc3339,
  rfc3339Nano,
  sortableTime,
  ZERO_TIME,
  type Moment,
} from './time.js'
