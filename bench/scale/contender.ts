import { createSandbox } from 'sudobox'
import { balance, MIN_EXECUTES, token, transfer, WARM_UP, wasm } from '../chain/token.js'
import { serve } from '../harness/contender.js'
import { costOf, costPerRun, costs } from '../harness/cpu.js'

/** `contender.js small|large`: a chain as a test makes it, or as one is that has lived long. */

const SIZES = {
  small: { contracts: 1, keys: 100, blocks: 1 },
  large: { contracts: 10_000, keys: 1_000_000, blocks: 100_000 },
} as const
/** Blocks of a sample of proofs. */
const PROVEN = 50

const { contracts, keys, blocks } = SIZES[process.argv[2] as keyof typeof SIZES]

const holderAt = (index: number): string => `neutron1${String(index).padStart(38, '0')}`
const page = { all_accounts: { start_after: holderAt(keys / 2), limit: 30 } }

const sandbox = createSandbox()
const { neutron } = sandbox.chains
const [alice, bob] = [neutron.account('alice'), neutron.account('bob')]
const code = await alice.store(wasm())
const contract = await alice.instantiate(code, token(alice.address), { label: 'token' })
const { app } = neutron.host

for (let made = 1; made < contracts; made++)
  await alice.instantiate(code, token(alice.address), { label: `token ${made}` })

/** Rows of the token's holders. Keys of stores are texts of which each character is a byte; their type is not public, and `never` passes for each. */
const prefix = `\u0003${Buffer.from(app.address(contract.address)).toString('latin1')}`
const keyAt = (index: number): never => `${prefix}\0\u0007balance${holderAt(index)}` as never
const AT_ONCE = 10_000
for (let from = 0; from < keys; from += AT_ONCE)
  app.runInBlock((ctx) => {
    const store = ctx.rawStore('wasm')
    for (let index = from; index < Math.min(keys, from + AT_ONCE); index++)
      store.set(keyAt(index), Buffer.from(`"${index + 1}"`))
  })
neutron.nextBlock(blocks)

const execute = () => alice.execute(contract, transfer(bob.address))
const query = () => contract.query(balance(alice.address))
const read = (): readonly unknown[] => {
  const answer: unknown = contract.query(page)
  return (answer as { readonly accounts: readonly unknown[] }).accounts
}
const base = app.baseApp
let round = 0
/** A change at another place each time, hashed with its block, and its proof. */
function prove(index: number): void {
  const key = keyAt(((index + 1) * 7919) % keys)
  app.runInBlock((ctx) => ctx.rawStore('wasm').set(key, Buffer.from(`"${++round}"`)))
  base.stores.version(base.last.height).commitment.query('wasm', key)
}

if (read().length !== 30) throw new Error('not the page that was asked for')
for (let call = 0; call < WARM_UP; call++) await execute()
for (let call = 0; call < WARM_UP; call++) {
  query()
  if (call % 10 === 0) read()
}
// The first proof builds the trees of all rows; later ones only those of what changed since.
prove(0)

serve(async () => ({
  ...costs('execute', await costPerRun(execute, MIN_EXECUTES)),
  ...costs('query', await costPerRun(query)),
  ...costs('page of 30', await costPerRun(read)),
  ...costs('snapshot and restore', await costPerRun(async () => sandbox.restore(await sandbox.snapshot()))),
  ...costs('block with one change, and a proof', await costOf(PROVEN, prove)),
}))
