/**
 * Below these folders texts are read and written as Go does it. JavaScript's built-ins differ: `trim` knows other white space, `JSON.parse` other
 * errors and numbers, a strict decoder throws where Go puts U+FFFD.
 */
const FOLDERS = ['modules', 'chain', 'codec', 'server']

/** What stands for a rule of Go, and what to use instead. */
const INSTEAD = {
  'JSON.parse': 'unmarshal of codec/go-json, which has the errors and the numbers of encoding/json',
  trim: 'trimSpace of codec/go-strings: strings.TrimSpace knows other white space',
  'split by \\s': 'a class made of SPACE of codec/go-strings: unicode.IsSpace knows other white space',
  'Number of a text': "a check of the digits first: Number reads '', ' 1 ' and '0x1'",
  parseInt: 'a check of the digits first: it reads the beginning of any text',
  parseFloat: 'a check of the digits first: it reads the beginning of any text',
  'strict UTF-8': 'textOf of base, which keeps bytes that are not UTF-8, or goText of codec/go-json, which puts U+FFFD',
  toLowerCase: 'foldName of codec/go-strings for names in JSON; Go maps one letter to one letter',
  toUpperCase: 'toUpper of codec/go-strings: Go maps one letter to one letter',
  localeCompare: 'compareBytes of base: Go compares bytes',
}

/** Where each of them is right, by file. A row that nothing needs fails the test of this rule. */
export const RIGHT = {
  'chain/app.ts': { toUpperCase: 'hex of a hash, in any case' },
  'chain/ibc/consensus-state.ts': { toUpperCase: 'hex of bytes', toLowerCase: 'hex in a genesis' },
  'chain/ibc/denom.ts': { toUpperCase: 'hex of bytes' },
  'chain/tx/tx.ts': { toUpperCase: 'hex of bytes' },
  'codec/amino/plain.ts': {
    'JSON.parse': 'what wallets sign: what is not JSON is refused with one text',
    'strict UTF-8': 'refused with the same text',
  },
  'codec/amino/sign-doc.ts': { 'strict UTF-8': 'what cosmjs wrote' },
  'codec/bech32.ts': { toLowerCase: 'its characters were checked to be ASCII' },
  'codec/coins.ts': { trim: 'what a test writes' },
  'codec/go-hex.ts': { toUpperCase: 'hex of a code point' },
  'codec/go-json/any.ts': { 'JSON.parse': 'the grammar was checked; numbers beyond float64 are found in the text' },
  'codec/go-json/decoder.ts': {
    'JSON.parse': 'one string, whose grammar was checked',
    'strict UTF-8': 'it makes goText: a fault becomes U+FFFD',
  },
  'codec/go-json/ordered.ts': { 'JSON.parse': 'the grammar was checked; numbers beyond float64 are found before' },
  'codec/go-strings.ts': { toLowerCase: 'it makes foldName', toUpperCase: 'it makes toUpper' },
  'codec/proto-file/tables.ts': { toUpperCase: 'one letter of ASCII' },
  'codec/proto-json/print.ts': { 'JSON.parse': 'a string that was written here', toUpperCase: 'hex of bytes' },
  'codec/proto-json/schema.ts': { toUpperCase: 'one letter of ASCII' },
  'codec/wasm/quick.ts': {
    'JSON.parse': 'only forms that serde and Go read alike; others are left to the decoder',
    'strict UTF-8': 'bytes that are not UTF-8 are left to the decoder',
  },
  'modules/auth/genesis.ts': { 'JSON.parse': 'JSON that was written here' },
  'modules/authz/genesis.ts': { 'JSON.parse': 'JSON that was written here' },
  'modules/evidence/module.ts': { toUpperCase: 'hex of bytes' },
  'modules/feegrant/genesis.ts': { 'JSON.parse': 'JSON that was written here' },
  'modules/feemarket/keeper.ts': { 'Number of a text': 'digits that were written here' },
  'modules/gov/genesis.ts': { 'JSON.parse': 'JSON that was written here' },
  'modules/ibc/tendermint/json.ts': { 'Number of a text': 'digits that a regular expression found' },
  'modules/liquid/state.ts': { toLowerCase: 'an address of a validator, which is ASCII' },
  'modules/ibc/tendermint/validators.ts': { toUpperCase: 'hex of bytes' },
  'modules/interchainqueries/filter.ts': {
    toLowerCase: 'compared with five words, to whose letters no other letter folds',
  },
  'modules/interchainqueries/tx-result.ts': { toUpperCase: 'hex of bytes' },
  'modules/packetforward/duration.ts': { 'JSON.parse': 'a member that the decoder of the memo found' },
  'modules/packetforward/next.ts': { 'JSON.parse': 'a member that the decoder of the memo found' },
  'modules/transfer/application.ts': { toUpperCase: 'hex of bytes' },
  'modules/wasm/access.ts': { toUpperCase: 'addresses that were parsed, and so are ASCII' },
  'modules/wasm/genesis.ts': {
    'JSON.parse': 'a message that is left out if it is not JSON',
    toLowerCase: 'hex that was parsed',
    toUpperCase: 'hex of bytes',
  },
  'modules/wasm/validate.ts': { toLowerCase: 'what is not ASCII is refused after it' },
  'server/comet/calls.ts': { 'JSON.parse': 'a member that the decoder found' },
  'server/comet/query-parser.ts': { 'Number of a text': 'digits that the grammar found' },
  'server/comet/views.ts': { toUpperCase: 'hex of bytes' },
  'server/grpc/files.ts': { toLowerCase: 'names of well-known types' },
  'server/json-rpc.ts': { 'JSON.parse': 'go-ethereum refuses every fault alike; ids are read from the text' },
  'server/page-port.ts': { toLowerCase: 'the host of a page, as in a browser' },
  'server/services/tx.ts': { toLowerCase: 'names of enum values', toUpperCase: 'hex of bytes' },
}

const TRIMS = new Set(['trim', 'trimStart', 'trimEnd', 'trimLeft', 'trimRight'])
const CASES = {
  toLowerCase: 'toLowerCase',
  toLocaleLowerCase: 'toLowerCase',
  toUpperCase: 'toUpperCase',
  toLocaleUpperCase: 'toUpperCase',
}
/** Calls that return a text. */
const TEXTS = new Set([
  'slice',
  'substring',
  'replace',
  'replaceAll',
  'padStart',
  'padEnd',
  'toString',
  'at',
  'charAt',
  'String',
  'textOf',
  'goText',
  'fromUtf8',
  'join',
])

const nameOf = (node) =>
  node?.type === 'Identifier'
    ? node.name
    : node?.type === 'MemberExpression' && !node.computed
      ? node.property.name
      : undefined

/** Whether an argument is a text by its form: types are not known here. */
const isText = (node) =>
  node?.type === 'TemplateLiteral' ||
  (node?.type === 'Literal' && typeof node.value === 'string') ||
  (node?.type === 'CallExpression' && TEXTS.has(nameOf(node.callee))) ||
  (node?.type === 'TSNonNullExpression' && isText(node.expression)) ||
  // A group of a regular expression: match[1].
  (node?.type === 'MemberExpression' && node.computed && /^(?:match|found|parts)$/.test(nameOf(node.object) ?? ''))

const isFatal = (node) =>
  node?.type === 'ObjectExpression' &&
  node.properties.some((property) => nameOf(property.key) === 'fatal' && property.value.value !== false)

/** The built-in that a call or a construction is, or undefined. */
function builtInOf({ type, callee, arguments: given }) {
  const name = nameOf(callee)
  if (type === 'NewExpression') return name === 'TextDecoder' && isFatal(given[1]) ? 'strict UTF-8' : undefined
  if (callee.type === 'Identifier') {
    if (name === 'fromUtf8') return 'strict UTF-8'
    if (name === 'Number') return isText(given[0]) ? 'Number of a text' : undefined
    return name === 'parseInt' || name === 'parseFloat' ? name : undefined
  }
  if (name === 'parse') return nameOf(callee.object) === 'JSON' ? 'JSON.parse' : undefined
  if ((name === 'parseInt' || name === 'parseFloat') && nameOf(callee.object) === 'Number') return name
  if (TRIMS.has(name)) return 'trim'
  if (name === 'localeCompare') return name
  if (name === 'split') return given[0]?.regex?.pattern.includes('\\s') ? 'split by \\s' : undefined
  return Object.hasOwn(CASES, name ?? '') ? CASES[name] : undefined
}

/** Path of a file below `src`, or undefined for one of another folder. */
function placeOf(filename) {
  const at = filename.lastIndexOf('/src/')
  const path = at < 0 ? '' : filename.slice(at + 5)
  return FOLDERS.includes(path.split('/')[0]) ? path : undefined
}

const texts = {
  create(context) {
    const place = placeOf(context.filename.replaceAll('\\', '/'))
    if (place === undefined) return {}
    const right = RIGHT[place] ?? {}
    const check = (node) => {
      const builtIn = builtInOf(node)
      if (builtIn === undefined || Object.hasOwn(right, builtIn)) return
      context.report({
        node,
        message: `${builtIn} is not Go's rule: use ${INSTEAD[builtIn]}. If it is right here, say why in lint/go-texts.mjs`,
      })
    }
    return { CallExpression: check, NewExpression: check }
  },
}

export default { meta: { name: 'go' }, rules: { texts } }
