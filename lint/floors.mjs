/**
 * The house: a lower floor never imports an upper one, two rooms of one floor do not import each other, and a module is entered through its index.
 * Floors from the top; the rooms of one floor stand in one row. `modules` is a floor of rooms of its own.
 */
const FLOORS = [
  ['cli'],
  ['scaffold'],
  ['vitest'],
  ['report'],
  ['fuzz'],
  ['replay', 'explorer'],
  ['pages', 'schema'],
  ['coverage', 'profile'],
  ['sandbox'],
  ['server'],
  ['app'],
  ['fork'],
  ['evm'],
  ['modules'],
  ['chain', 'vm'],
  ['store'],
  ['crypto'],
  ['codec'],
  ['base'],
]

/** The rooms of `sandbox`, likewise from the top. `index.ts` and `internal.ts` are above them all. */
const SANDBOX = ['api', 'record', 'actions', 'query-relayer', 'relayer', 'tx', 'host', 'trace', 'faults', 'values']

/** The rooms of `evm`, likewise. Its `index.ts` is above them all; its other files, such as `hex.ts`, are below them all. */
const EVM = [
  'node',
  'rpc',
  'machine',
  'simulation',
  'tracers',
  'chain',
  'execution',
  'rules',
  'options',
  'requests',
  'accounts',
  'host',
  'state',
  'crypto',
]

/** Floors whose rooms have an order of their own. */
const INNER = { sandbox: SANDBOX, evm: EVM }

const level = new Map(FLOORS.flatMap((rooms, index) => rooms.map((room) => [room, index])))

/** Path of the importing file and of its import, relative to `src`, or undefined when either lies outside. */
function resolve(filename, source) {
  const at = filename.lastIndexOf('/src/')
  if (at < 0 || !source.startsWith('.')) return undefined
  const from = filename.slice(at + 5).split('/')
  const to = from.slice(0, -1)
  for (const part of source.split('/')) {
    if (part === '..') to.pop()
    else if (part !== '.') to.push(part)
  }
  return { from, to }
}

/** Where a module may be entered other than by its index. */
const SECOND_ENTRIES = new Set(['ibc/relay.js'])

/** The EVM knows of the chain alongside it what `evm/host/host.ts` declares: of the floors below it uses these alone. */
const BELOW_EVM = new Set(['crypto', 'codec', 'base'])

/** Where a path is in the order of its floor, counted from the top. */
function rankIn(rooms, [, room, ...rest]) {
  if (rest.length > 0) return rooms.indexOf(room)
  return /^(index|internal)\./.test(room) ? -1 : rooms.length
}

/** The rule that is broken, in words, or undefined. */
function verdict({ from, to }) {
  const [fromFloor, fromRoom] = from
  const [toFloor, toRoom, ...toPath] = to
  if (!level.has(fromFloor)) return `src/${fromFloor} is no floor of the house (lint/floors.mjs)`
  if (!level.has(toFloor)) return `src/${toFloor} is no floor of the house (lint/floors.mjs)`
  if (fromFloor === 'modules' && toFloor === 'modules' && fromRoom !== toRoom)
    return `modules/${fromRoom} must not import modules/${toRoom}: state what it needs in modules/${fromRoom}/expected.ts`
  if (toFloor === 'modules' && fromFloor !== 'modules') {
    const entry = toPath.join('/')
    if (entry !== 'index.js' && !SECOND_ENTRIES.has(`${toRoom}/${entry}`))
      return `modules/${toRoom} is entered through its index.ts, not ${entry}: export there what others need`
  }
  const rooms = fromFloor === toFloor ? INNER[fromFloor] : undefined
  if (rooms !== undefined) {
    if (from.length > 2 && !rooms.includes(fromRoom))
      return `${fromFloor}/${fromRoom} is no room of ${fromFloor} (lint/floors.mjs)`
    if (rankIn(rooms, from) > rankIn(rooms, to))
      return `${fromFloor}/${fromRoom} is below ${toFloor}/${toRoom} and must not import it`
  }
  if (fromFloor === toFloor) return undefined
  if (level.get(fromFloor) === level.get(toFloor))
    return `${fromFloor} and ${toFloor} are rooms of one floor and must not import each other`
  if (fromFloor === 'evm' && level.get(fromFloor) < level.get(toFloor) && !BELOW_EVM.has(toFloor))
    return `evm must not import ${toFloor}: state what it needs of a chain in evm/host/host.ts`
  if (level.get(fromFloor) > level.get(toFloor)) return `${fromFloor} is below ${toFloor} and must not import it`
  return undefined
}

const floors = {
  create(context) {
    const check = (node) => {
      const source = node.source?.value
      if (typeof source !== 'string') return
      const path = resolve(context.filename.replaceAll('\\', '/'), source)
      const message = path && verdict(path)
      if (message) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

export default { meta: { name: 'house' }, rules: { floors } }
