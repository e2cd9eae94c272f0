// The suite's set-up, `src/global_setup.ts`, but it funds only the wallets that the one file uses: the set-up of all thousand takes minutes for each file.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const checkout = process.env.NEUTRON_TESTS
const ofCheckout = createRequire(join(checkout, 'package.json'))
const { DirectSecp256k1HdWallet, Registry } = ofCheckout('@cosmjs/proto-signing')
const { defaultRegistryTypes, SigningStargateClient } = ofCheckout('@cosmjs/stargate')
const { toBech32 } = ofCheckout('@cosmjs/encoding')
const { generateMnemonic } = ofCheckout('bip39')
const { ethers } = ofCheckout('ethers')
const { MsgMultiSend } = ofCheckout('@neutron-org/neutronjs/cosmos/bank/v1beta1/tx')
const { DEMO_MNEMONIC_1 } = ofCheckout(join(checkout, 'src/config.json'))

/** Source: src/global_setup.ts, src/helpers/local_state.ts, src/helpers/metamask_emulator.ts. */
const COUNT = 1000
const EACH_FILE = 20
const EACH_WALLET = 10_000_000_000n
const ETHEREUM_PATH = "m/44'/60'/0'/0/1"

/** Files that pass on their suite have wallets by their place in the folder, the others the first ones. */
function wallets(file) {
  const [folder, name] = file.split('/')
  const files = readdirSync(join(checkout, 'src/testcases', folder)).sort()
  const own = files.indexOf(`${name}.test.ts`) * EACH_FILE
  return [...new Set([0, own])].flatMap((start) => Array.from({ length: EACH_FILE }, (_, i) => start + i))
}

const addressOf = async (mnemonic, prefix) => {
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix })
  return (await wallet.getAccounts())[0].address
}

function ethereumAddress(mnemonic) {
  const { address } = ethers.HDNodeWallet.fromMnemonic(ethers.Mnemonic.fromPhrase(mnemonic), ETHEREUM_PATH)
  return toBech32('neutron', Buffer.from(address.slice(2), 'hex'))
}

async function fund(rpc, prefix, feeDenom, denoms, addresses) {
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(DEMO_MNEMONIC_1, { prefix })
  const [{ address }] = await wallet.getAccounts()
  const registry = new Registry([...defaultRegistryTypes, [MsgMultiSend.typeUrl, MsgMultiSend]])
  const client = await SigningStargateClient.connectWithSigner(rpc, wallet, { registry })
  const coins = (times) => denoms.map((denom) => ({ denom, amount: String(EACH_WALLET * BigInt(times)) }))
  const value = {
    inputs: [{ address, coins: coins(addresses.length) }],
    outputs: addresses.map((to) => ({ address: to, coins: coins(1) })),
  }
  const fee = { gas: '60000000', amount: [{ denom: feeDenom, amount: '150000' }] }
  const { code, rawLog } = await client.signAndBroadcast(address, [{ typeUrl: MsgMultiSend.typeUrl, value }], fee)
  if (code !== 0) throw new Error(`could not set up the wallets: ${rawLog}`)
  client.disconnect()
}

/** Vitest calls it by this name. */
export async function setup({ provide }) {
  const mnemonics = Array.from({ length: COUNT }, () => generateMnemonic())
  const funded = wallets(process.env.NEUTRON_TESTS_FILE).map((index) => mnemonics[index])
  const all = async (prefix) => Promise.all(funded.map((mnemonic) => addressOf(mnemonic, prefix)))
  const neutron = [...(await all('neutron')), ...funded.map(ethereumAddress)]
  await fund('http://localhost:26657', 'neutron', 'untrn', ['uibcatom', 'uibcusdc', 'untrn'], neutron)
  await fund('http://localhost:16657', 'cosmos', 'uatom', ['uatom'], await all('cosmos'))
  provide('mnemonics', mnemonics)
}
