import { createSandbox, type Sandbox } from 'sudobox'

/** What a proof costs over a store of so many keys. */
export interface ProofFigure {
  readonly keys: number
  /** Of processor time, for a value with its proof in a state that has been hashed. */
  readonly microseconds: number
  /** Inner nodes in the proof of the longest way. */
  readonly steps: number
  /** The first proof after a block with one change, hashing with it. */
  readonly afterBlock: number
}

const SIZES = [1_000, 10_000, 100_000]
const PROOFS = 2_000
/** The same number of ways through each tree, so that none has more of them at hand than another. */
const WAYS = 500
const BLOCKS = 50

/** Entry `i` of a contract's storage. */
const place = (i: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(Math.imul(i, 2_654_435_761) >>> 0)
  bytes.writeUInt32BE(i, 4)
  return bytes
}
const CONTRACT = Buffer.alloc(32, 5)
/** Keys of stores are texts of which each character is a byte; their type is not public, and `never` passes for each. */
const keyOf = (i: number): never => Buffer.concat([Buffer.of(3), CONTRACT, place(i)]).toString('latin1') as never

function microseconds(times: number, work: (i: number) => void): number {
  const start = process.cpuUsage()
  for (let i = 0; i < times; i++) work(i)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

function filled(keys: number): Sandbox {
  const sandbox = createSandbox()
  const { app } = sandbox.chains.hub.host
  app.runInBlock((ctx) => {
    const store = ctx.store('wasm')
    for (let i = 0; i < keys; i++) store.set(keyOf(i), Buffer.from(`value ${i}`))
  })
  return sandbox
}

function figureOf(keys: number, rounds: number): ProofFigure {
  const { host } = filled(keys).chains.hub
  const { baseApp: app } = host.app
  const prove = (i: number) => app.stores.version(app.last.height).commitment.query('wasm', keyOf(i))
  let steps = 0
  let best = Infinity
  let afterBlock = Infinity
  for (let i = 0; i < PROOFS; i++) prove((i % WAYS) * (keys / WAYS))
  for (let round = 0; round < rounds; round++) {
    best = Math.min(
      best,
      microseconds(PROOFS, (i) => {
        const { ops } = prove((i % WAYS) * (keys / WAYS))
        steps = Math.max(steps, pathLength(ops[0]!.data))
      }),
    )
    afterBlock = Math.min(
      afterBlock,
      microseconds(BLOCKS, (i) => {
        host.app.runInBlock((ctx) => ctx.store('wasm').set(keyOf(i), Buffer.from(`round ${round}`)))
        prove(i)
      }),
    )
  }
  return { keys, microseconds: Math.round(best), steps, afterBlock: Math.round(afterBlock) }
}

/** How many inner nodes a proof of presence holds: fields 4 of the message in its field 1. Source: cosmos/ics23 proofs.proto. */
function pathLength(data: Uint8Array): number {
  let count = 0
  for (const [field] of fields(fields(data).find(([number]) => number === 1)![1])) if (field === 4) count++
  return count
}

/** Fields of bytes in a protobuf message. */
function fields(bytes: Uint8Array): [field: number, value: Uint8Array][] {
  const found: [number, Uint8Array][] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const size = varint()
    if ((tag & 7) === 2) found.push([tag >> 3, bytes.subarray(at, (at += size))])
  }
  return found
}

export const proofBench = (rounds: number): readonly ProofFigure[] => SIZES.map((keys) => figureOf(keys, rounds))
