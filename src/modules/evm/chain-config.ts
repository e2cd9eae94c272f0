import type { ChainConfig } from '../../codec/messages/cosmos.evm.vm.v1.js'
import type { EvmCoin } from './coin.js'

/** Which rules hold: those of Prague, from the beginning. Source: cosmos/evm v0.7.3 x/vm/types/chain_config.go `DefaultChainConfig`. */
export const chainConfig = (chainId: bigint, coin: EvmCoin | undefined): ChainConfig => ({
  homesteadBlock: 0n,
  daoForkBlock: 0n,
  daoForkSupport: true,
  eip150Block: 0n,
  eip155Block: 0n,
  eip158Block: 0n,
  byzantiumBlock: 0n,
  constantinopleBlock: 0n,
  petersburgBlock: 0n,
  istanbulBlock: 0n,
  muirGlacierBlock: 0n,
  berlinBlock: 0n,
  londonBlock: 0n,
  arrowGlacierBlock: 0n,
  grayGlacierBlock: 0n,
  mergeNetsplitBlock: 0n,
  chainId,
  denom: coin?.denom ?? '',
  decimals: coin?.decimals ?? 0n,
  shanghaiTime: 0n,
  cancunTime: 0n,
  pragueTime: 0n,
  verkleTime: undefined,
  osakaTime: undefined,
})
