// Runs the fixtures of go-ethereum's tracers (its folder `eth/tracers/internal/tracetest/testdata`) through our tracers:
// `node scripts/geth-tracers.mjs FOLDER`. A fixture is a genesis, a block's context, a transaction and what the tracer
// gives for it. Like go-ethereum's own test, this runs the transaction alone, outside a block, and compares the members that it knows.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sources } from './source.mjs'

const [
  { applyMessage },
  { authoritiesOf, authorizationsOf },
  { Executor },
  { addressOf },
  { gethOrigin },
  { begin },
  { hex, unhex, wordBytes },
  { State },
  { tracerNamed },
  { traced },
  { decodeTransaction, effectivePrice, feeCap },
] = await sources(
  'evm/execution/apply',
  'evm/execution/authorizations',
  'evm/execution/executor',
  'evm/execution/message',
  'evm/chain/genesis/geth',
  'evm/chain/genesis/origin',
  'evm/hex',
  'evm/state/state',
  'evm/tracers/names',
  'evm/tracers/tracer',
  'evm/chain/transaction',
)

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('usage: node scripts/geth-tracers.mjs FOLDER (eth/tracers/internal/tracetest/testdata of go-ethereum)')
  process.exit(2)
}

const CALL = 'type from to value gas gasUsed input output error revertReason calls logs'.split(' ')
const OPCODES = 'accessedSlots extCodeAccessInfo usedOpcodes contractSize outOfGas keccak'.split(' ')
/** An omitted member is a zero one to go-ethereum's test of the flat calls. */
const isZero = (value) => typeof value === 'string' && /^(?:0x0*)?$/.test(value)

const pick = (members, value) =>
  Object.fromEntries(members.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]))
function callOf(frame, members = CALL) {
  const call = pick(members, frame)
  if (call.calls) call.calls = call.calls.map((inner) => callOf(inner, members))
  if (call.logs) call.logs = call.logs.map((log) => ({ index: '0x0', position: '0x0', ...log }))
  return call
}
const flatOf = ({ action, result = {}, error, subtraces, traceAddress, type }) => ({
  action: Object.fromEntries(Object.entries(action).filter(([, value]) => !isZero(value))),
  result: Object.fromEntries(Object.entries(result ?? {}).filter(([, value]) => !isZero(value))),
  error,
  subtraces,
  traceAddress,
  type,
})

/** The tracer of each folder, with how its results are compared. */
const FOLDERS = {
  call_tracer: ['callTracer', callOf],
  call_tracer_withLog: ['callTracer', callOf],
  call_tracer_flat: ['flatCallTracer', (calls) => calls.map(flatOf)],
  erc7562_tracer: ['erc7562Tracer', (frame) => callOf(frame, [...CALL, ...OPCODES])],
  prestate_tracer: ['prestateTracer', (accounts) => accounts],
  prestate_tracer_with_diff_mode: ['prestateTracer', (accounts) => accounts],
}
/** Folders that are left out, and why. */
const LEFT_OUT = {
  call_tracer_legacy: 'for callTracerLegacy, which is written in JavaScript; there are no such tracers here',
  prestate_tracer_legacy: 'for prestateTracerLegacy, which is written in JavaScript; there are no such tracers here',
}

/**
 * A chain's configuration in our form. Its consensus settings do not affect transactions; Go reads names in any case; the
 * rule that goes with EIP-155 is about signatures only; and some fixtures name forks in an order that no chain has, so the rules at the block
 * apply from the beginning.
 */
function configOf({ clique: _clique, IstanbulBlock, ...config }, height) {
  const { istanbulBlock = IstanbulBlock, eip158Block } = config
  const named = {
    ...config,
    ...(istanbulBlock === undefined ? {} : { istanbulBlock }),
    ...(eip158Block === undefined ? {} : { eip155Block: eip158Block }),
  }
  const begins = ([name, at]) => [name, name.endsWith('Block') && at !== null && BigInt(at) <= height ? 0 : at]
  return Object.fromEntries(Object.entries(named).map(begins))
}

const number = (value) => BigInt(value ?? 0)

async function trace(name, { genesis, context, input, tracerConfig }) {
  const { forks, alloc } = gethOrigin({ ...genesis, config: configOf(genesis.config, number(context.number)) })
  const state = new State()
  begin(state, { forks, alloc, header: { timestamp: 0n } })
  const [height, timestamp] = [number(context.number), number(context.timestamp)]
  const common = forks.at(height, timestamp)
  const executor = (await Executor.create(forks, () => undefined)).use(state, common)
  const { tx, from } = decodeTransaction(unhex(input.startsWith('0x') ? input : `0x${input}`), common)
  const baseFee = common.isActivatedEIP(1559) ? number(context.baseFeePerGas) : undefined
  const coinbase = addressOf(context.miner)
  const header = {
    number: height,
    timestamp,
    coinbase,
    gasLimit: number(context.gasLimit),
    difficulty: number(context.difficulty),
    prevRandao: genesis.mixHash === undefined ? wordBytes(0n) : unhex(genesis.mixHash),
    ...(baseFee === undefined ? {} : { baseFeePerGas: baseFee }),
    getBlobGasPrice: () => 1n,
  }
  const authorizationList = tx.type === 4 ? authorizationsOf(tx) : undefined
  const to = tx.to === undefined ? undefined : hex(tx.to.bytes)
  const message = {
    from,
    to,
    gas: tx.gasLimit,
    gasPrice: effectivePrice(tx, baseFee ?? 0n),
    gasFeeCap: feeCap(tx),
    value: tx.value,
    data: tx.data,
    accessList: tx.accessList?.map(([address, keys]) => ({ address: hex(address), storageKeys: keys.map(hex) })),
    authorizationList,
    blobVersionedHashes: tx.blobVersionedHashes,
    maxFeePerBlobGas: tx.maxFeePerBlobGas ?? 0n,
  }
  const tracer = tracerNamed(name, tracerConfig)
  const authorities = authoritiesOf({ authorizationList })
  const of = { from, to, gas: tx.gasLimit, coinbase: hex(coinbase.bytes), authorities }
  const outcome = await traced(executor, tracer, of, () => applyMessage(executor, { header }, message))
  return JSON.parse(JSON.stringify(tracer.result(outcome)))
}

/** The first place at which two values differ. */
function difference(expected, actual, path = '') {
  const nested = (value) => typeof value === 'object' && value !== null
  if (!nested(expected) || !nested(actual))
    return `${path || '/'}: expected ${JSON.stringify(expected)?.slice(0, 90)}, got ${JSON.stringify(actual)?.slice(0, 90)}`
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
    if (!isDeepStrictEqual(expected[key], actual[key])) return difference(expected[key], actual[key], `${path}/${key}`)
  return ''
}

let [matched, differ, left] = [0, 0, 0]
for (const kind of readdirSync(folder).sort()) {
  const files = readdirSync(join(folder, kind)).filter((file) => file.endsWith('.json'))
  if (FOLDERS[kind] === undefined) {
    left += files.length
    console.log(`${kind}: ${files.length} left out, ${LEFT_OUT[kind] ?? 'no tracer of ours is known for this folder'}`)
    continue
  }
  const [name, compared] = FOLDERS[kind]
  for (const file of files) {
    const fixture = JSON.parse(readFileSync(join(folder, kind, file), 'utf8'))
    const expected = JSON.parse(JSON.stringify(compared(fixture.result)))
    const actual = await trace(name, fixture).then(
      (result) => JSON.parse(JSON.stringify(compared(result))),
      (error) => `failure: ${error.stack ?? error}`,
    )
    if (isDeepStrictEqual(expected, actual)) matched++
    else {
      differ++
      console.log(`${kind}/${file}: ${difference(expected, actual)}`)
    }
  }
}
console.log(`${matched} matched, ${differ} differ, ${left} left out`)
process.exitCode = differ === 0 ? 0 : 1
