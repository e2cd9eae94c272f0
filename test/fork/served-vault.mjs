// Serves two chains with a vault on one of them, whose account on the other has failed once: a test forks both. It runs in another process, since a
// sandbox waits for the nodes.
//   node test/fork/served-vault.mjs VARIANT
import { createSandbox } from '../../dist/sandbox/index.js'

/** The coins of the hub on the chain of the vault. */
const VOUCHERS = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const instantiateMsg = {
  connection_id: 'connection-0',
  channels: [{ id: 'channel-0', remote: 'channel-0', denom: VOUCHERS }],
  denom: 'uatom',
  validator: 'cosmosvaloper1q7rtaxzledqygccgyv258mcwjtnpy45jjsuan6',
}

const sandbox = createSandbox()
const { neutron, hub } = sandbox.chains
const holder = neutron.account('someone', '100000000untrn')
const bank = hub.account('bank', '100000000uatom')
await bank.ibcTransfer(holder, '1000000uatom')
await sandbox.relayer.relay()
const vault = await holder.deploy(`contracts/artifacts/remote_vault_${process.argv[2]}.wasm`, instantiateMsg)
await holder.execute(vault, { register: {} }, { funds: '1000000untrn' })
await sandbox.relayer.relay()
await holder.execute(vault, { deposit: { channel: 'channel-0' } }, { funds: `5000${VOUCHERS},2000untrn` })
await sandbox.relayer.relay()
await holder.execute(vault, { tick: {} }, { funds: '2000untrn' })
// Its operation times out, which closes the account's channel: it gets another one.
await hub.skipPastTimeout()
await sandbox.relayer.relay()
await holder.execute(vault, { register: {} }, { funds: '1000000untrn' })
await sandbox.relayer.relay()
const { urls } = await sandbox.serve()
console.log(
  JSON.stringify({
    neutron: urls.neutron.rpc,
    hub: urls.hub.rpc,
    vault: vault.address,
    holder: holder.address,
    vouchers: VOUCHERS,
    instantiateMsg,
  }),
)
