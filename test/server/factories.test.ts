import { Secp256k1Wallet } from '@cosmjs/amino'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { Registry, type GeneratedType } from '@cosmjs/proto-signing'
import { AminoTypes, coins } from '@cosmjs/stargate'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { ProtoWriter } from '../../src/codec/proto.js'
import { createSandbox } from '../../src/sandbox/index.js'

// Both factories of Neutron as a wallet and the REST gateway have them. Source: neutron proto (06e81b9f).

interface CreateDenom {
  readonly sender: string
  readonly subdenom: string
}

/** Encodes what a client sends; the chain reads it. */
const createDenom = {
  encode: ({ sender, subdenom }: CreateDenom) => new ProtoWriter().string(1, sender).string(2, subdenom),
  decode: () => ({}),
  fromPartial: (message: CreateDenom) => message,
} as unknown as GeneratedType

const FACTORIES = [
  { name: 'osmosis/tokenfactory', denomOf: (creator: string) => `factory/${creator}/gold`, longest: 44, checks: false },
  {
    name: 'neutron/coinfactory',
    denomOf: (creator: string) => `coinfactory.${creator}.gold`,
    longest: 40,
    checks: true,
  },
]

test.each(FACTORIES)('$name: signed in amino JSON by its name, and asked over REST', async ({ name, ...factory }) => {
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const { rest, rpc } = (await sandbox.serve()).urls.neutron!
    const wallet = await Secp256k1Wallet.fromKey(sha256(Buffer.from('ledger')), 'neutron')
    const address = (await wallet.getAccounts())[0]!.address
    await neutron.account('rich', '1000000untrn').transfer(address, '1000000untrn')
    const typeUrl = `/${name.replace('/', '.')}.v1beta1.MsgCreateDenom`
    const client = await SigningCosmWasmClient.connectWithSigner(rpc, wallet, {
      broadcastPollIntervalMs: 5,
      registry: new Registry([[typeUrl, createDenom]]),
      aminoTypes: new AminoTypes({
        [typeUrl]: {
          aminoType: `${name}/create-denom`,
          toAmino: (message) => message,
          fromAmino: (message) => message,
        },
      }),
    })
    const fee = { amount: coins(1000, 'untrn'), gas: '1000000' }
    const created = await client.signAndBroadcast(
      address,
      [{ typeUrl, value: { sender: address, subdenom: 'gold' } }],
      fee,
    )
    expect(created.rawLog ?? '').toBe('')

    const denom = factory.denomOf(address)
    const ask = async (path: string) => (await fetch(`${rest}/${name}/v1beta1/${path}`)).json()
    const of = `denoms/factory/${address}`
    expect(await ask(`${of}/gold/full_denom`)).toEqual({ full_denom: denom })
    expect(await ask(`${of}/gold/authority_metadata`)).toEqual({ authority_metadata: { Admin: address } })
    expect(await ask(`${of}/gold/before_send_hook`)).toEqual({ contract_addr: '' })
    expect(await ask(`denoms_from_creator/${address}`)).toEqual({ denoms: [denom] })
    expect(await ask('params')).toEqual({
      params: {
        denom_creation_fee: [],
        denom_creation_gas_consume: '0',
        fee_collector_address: '',
        whitelisted_hooks: [],
      },
    })
    const tooLong = `subdenom too long, max length is ${factory.longest} bytes`
    const long = 'x'.repeat(factory.longest + 1)
    expect(await ask(`${of}/${long}/full_denom`)).toMatchObject({ code: 2, message: expect.stringContaining(tooLong) })
    expect(await ask(`${of}/${long}/authority_metadata`)).toMatchObject(
      factory.checks ? { code: 2, message: expect.stringContaining(tooLong) } : { authority_metadata: { Admin: '' } },
    )
  } finally {
    await sandbox.close()
  }
})
