import { join } from 'node:path'
import { writeAtomically } from '../../base/index.js'
import type { Sandbox, SandboxChain } from '../../sandbox/internal.js'
import type { Served } from './print.js'

/** Prices of gas that wallets propose, in the chain's own coin. The chains themselves demand none by default. */
const GAS_PRICES = { low: 0.01, average: 0.025, high: 0.04 }

const DECIMALS = 6

/** `untrn` is 10^-6 `ntrn`. */
const displayOf = (denom: string): string => (/^u[a-z]/.test(denom) ? denom.slice(1) : denom)

interface Facts {
  readonly name: string
  readonly chainId: string
  readonly prefix: string
  readonly denom: string
  readonly display: string
  readonly exponent: number
  readonly urls: Served['urls'][string]
}

function factsOf(chain: string, { chainId, prefix, host }: SandboxChain, urls: Served['urls']): Facts {
  const { denom } = host.app
  const display = displayOf(denom)
  return {
    name: `sandbox${chain}`,
    chainId,
    prefix,
    denom,
    display,
    exponent: display === denom ? 0 : DECIMALS,
    urls: urls[chain]!,
  }
}

/** Source of the form: github.com/cosmos/chain-registry, chain.schema.json. */
function chainJson({ name, chainId, prefix, denom, urls }: Facts): object {
  const provider = 'Sudobox'
  const endpoints = (address: string): readonly object[] => [{ address, provider }]
  return {
    $schema: '../chain.schema.json',
    chain_name: name,
    chain_type: 'cosmos',
    chain_id: chainId,
    status: 'live',
    network_type: 'devnet',
    pretty_name: `Sudobox ${chainId}`,
    bech32_prefix: prefix,
    slip44: 118,
    key_algos: ['secp256k1'],
    fees: {
      fee_tokens: [
        {
          denom,
          fixed_min_gas_price: 0,
          low_gas_price: GAS_PRICES.low,
          average_gas_price: GAS_PRICES.average,
          high_gas_price: GAS_PRICES.high,
        },
      ],
    },
    staking: { staking_tokens: [{ denom }] },
    apis: {
      rpc: endpoints(urls.rpc),
      rest: endpoints(urls.rest),
      grpc: endpoints(urls.grpc),
      ...(urls.evm !== undefined && { 'evm-http-jsonrpc': endpoints(urls.evm) }),
    },
  }
}

/** Source of the form: github.com/cosmos/chain-registry, assetlist.schema.json. */
function assetList({ name, denom, display, exponent }: Facts): object {
  return {
    $schema: '../assetlist.schema.json',
    chain_name: name,
    assets: [
      {
        description: 'The fee and staking coin of a local chain. It has no value.',
        denom_units: [{ denom, exponent: 0 }, ...(exponent > 0 ? [{ denom: display, exponent }] : [])],
        type_asset: 'sdk.coin',
        base: denom,
        name: display,
        display,
        symbol: display.toUpperCase(),
      },
    ],
  }
}

/** What `keplr.experimentalSuggestChain` takes. Source: chainapsis/keplr-wallet, `ChainInfo` of @keplr-wallet/types. */
function keplrChain({ chainId, prefix, denom, display, exponent, urls }: Facts): object {
  const coin = { coinDenom: display.toUpperCase(), coinMinimalDenom: denom, coinDecimals: exponent }
  return {
    chainId,
    chainName: `Sudobox ${chainId}`,
    rpc: urls.rpc,
    rest: urls.rest,
    bip44: { coinType: 118 },
    bech32Config: {
      bech32PrefixAccAddr: prefix,
      bech32PrefixAccPub: `${prefix}pub`,
      bech32PrefixValAddr: `${prefix}valoper`,
      bech32PrefixValPub: `${prefix}valoperpub`,
      bech32PrefixConsAddr: `${prefix}valcons`,
      bech32PrefixConsPub: `${prefix}valconspub`,
    },
    currencies: [coin],
    feeCurrencies: [{ ...coin, gasPriceStep: GAS_PRICES }],
    stakeCurrency: coin,
    features: ['cosmwasm'],
  }
}

/**
 * Writes what wallets and clients read about chains: `CHAIN/chain.json` and `CHAIN/assetlist.json` in the form of the chain registry, and
 * `CHAIN/keplr.json` for Keplr. @throws UsageError when a file cannot be written
 */
export function writeRegistry(sandbox: Sandbox, folder: string, urls: Served['urls']): void {
  for (const [name, chain] of Object.entries(sandbox.chains)) {
    const facts = factsOf(name, chain, urls)
    const write = (file: string, value: object): void =>
      writeAtomically(join(folder, facts.name, file), `${JSON.stringify(value, undefined, 2)}\n`)
    write('chain.json', chainJson(facts))
    write('assetlist.json', assetList(facts))
    write('keplr.json', keplrChain(facts))
  }
}
