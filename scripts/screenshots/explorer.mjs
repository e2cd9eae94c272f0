import { join } from 'node:path'

/** A sandbox with some of everything, and its explorer. @returns where it is, and a function that ends it */
export async function openExplorer(root) {
  const { createSandbox } = await import(join(root, 'dist/sandbox/index.js'))
  const { Explorer } = await import(join(root, 'dist/explorer/index.js'))
  const artifact = (name) => join(root, 'contracts/artifacts', `${name}.wasm`)
  const sandbox = createSandbox()
  const explorer = new Explorer(sandbox)
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000000untrn')
  const bob = hub.account('bob', '5000000uatom')
  const lab = await alice.deploy(artifact('callback_lab'), { on_timeout: { spend_gas: '1500000' } }, { label: 'lab' })
  const balances = [{ address: alice.address, amount: '900000000' }]
  const init = { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances: balances }
  const token = await alice.deploy(artifact('cw20_base'), init, { label: 'token', admin: alice.address })
  const recipient = neutron.account('carol', '1untrn').address
  await alice.execute(token, { transfer: { recipient, amount: '1000' } })
  await alice.execute(token, { increase_allowance: { spender: lab.address, amount: '77' } })
  const send = { transfer: { channel: 'channel-0', to: bob.address, amount: '100' } }
  const funds = '3000untrn'
  await alice.execute(lab, send, { funds })
  await hub.skipPastTimeout()
  await sandbox.relayer.relay()
  await alice.execute(lab, send, { funds })
  await alice.execute(lab, send, { funds })
  sandbox.relayer.drop({ sequence: 2n })
  const keys = [{ path: 'bank', key: Buffer.from(`0214${'00'.repeat(20)}`, 'hex').toString('base64') }]
  const query = { register_kv_query: { connection_id: 'connection-0', keys, update_period: 5 } }
  await alice.execute(lab, query, { funds: '1000000untrn' })
  await sandbox.queryRelayer.deliver(1)
  const [from, to] = await sandbox.evm.request({ method: 'eth_accounts' })
  await sandbox.evm.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x10' }] })
  await sandbox.snapshot()
  const { url: ui } = await explorer.serve()
  return { ui, lab: lab.address, token: token.address, close: () => sandbox.close() }
}
