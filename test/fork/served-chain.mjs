// Serves a chain with a token and a number of rows in its state, which a test forks. It runs in another process, since a sandbox waits for the node.
//   node test/fork/served-chain.mjs ROWS
import { createSandbox } from '../../dist/sandbox/index.js'

const ROWS = Number(process.argv[2] ?? 0)
const sandbox = createSandbox({
  chains: { neutron: { chainId: 'pion-1', wasmd: 'neutron', validators: [60n, 30n, 10n] }, hub: {} },
})
const { neutron, hub } = sandbox.chains
const alice = neutron.account('alice', '100000000untrn')
const token = await alice.deploy('contracts/artifacts/cw20_base.wasm', {
  name: 'Token',
  symbol: 'TOK',
  decimals: 6,
  initial_balances: [{ address: alice.address, amount: '1000000' }],
})
const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: 'error' })
const { app } = neutron.host
const prefix = `\u0003${Buffer.from(app.address(token.address)).toString('latin1')}\0\u0007balance`
app.runInBlock((ctx) => {
  const store = ctx.rawStore('wasm')
  for (let i = 0; i < ROWS; i++) store.set(`${prefix}neutron1${String(i).padStart(38, '0')}`, Buffer.from(`"${i + 1}"`))
})
await alice.execute(
  lab,
  { transfer: { channel: 'channel-0', to: hub.account('bob').address, amount: '100' } },
  { funds: '3000untrn' },
)
await hub.skipPastTimeout()
await sandbox.relayer.relay()
const { urls } = await sandbox.serve()
console.log(
  JSON.stringify({
    rpc: urls.neutron.rpc,
    token: token.address,
    lab: lab.address,
    alice: alice.address,
    height: Number(neutron.height),
  }),
)
