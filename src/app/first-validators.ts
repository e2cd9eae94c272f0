import { fromBase64 } from '../base/index.js'
import {
  Consensus,
  GenesisReader,
  namedValidator,
  SDK_0_53,
  type Validator,
  type ValidatorUpdate,
} from '../chain/index.js'
import type { ChainOptions } from './chain-options.js'

type Given = Pick<ChainOptions, 'chainId' | 'validators' | 'genesis'>

const MAX_VALIDATORS = 100n

/** Validators with keys that are made from their names, unless the genesis names others. */
export const ownValidators = ({ chainId, validators = [100n] }: Given): readonly Validator[] =>
  validators.map((power, i) => namedValidator(i === 0 ? chainId : `${chainId} validator-${i}`, power))

/** The validators of a chain's first block, as its header will have them: for chains that know it from the start. */
export function firstValidators(options: Given, tokensPerPower = SDK_0_53.tokensPerPower): readonly Validator[] {
  const own = { chainId: options.chainId, validators: ownValidators(options) }
  return Consensus.start(own, genesisUpdates(options, tokensPerPower), 1).roster.validators
}

/** The updates with which staking will answer its genesis. Source: cosmos-sdk x/staking/keeper/genesis.go. */
function genesisUpdates({ genesis = {} }: Given, tokensPerPower: bigint): readonly ValidatorUpdate[] {
  if (genesis['staking'] === undefined) return []
  const staking = new GenesisReader(genesis['staking'], 'staking')
  const rows = staking
    .at('validators')
    .list()
    .map((json) => ({
      operator: json.at('operator_address').string(),
      publicKey: json.at('consensus_pubkey').at('key').parsed(fromBase64),
      power: json.at('tokens').integer() / tokensPerPower,
      jailed: json.at('jailed').boolean(),
    }))
  if (staking.at('exported').boolean())
    return staking
      .at('last_validator_powers')
      .list()
      .flatMap((json) => {
        const found = rows.find(({ operator }) => operator === json.at('address').string())
        return found === undefined ? [] : [{ publicKey: found.publicKey, power: json.at('power').integer() }]
      })
  const most = staking.at('params').at('max_validators')
  return rows
    .filter(({ power, jailed }) => power > 0n && !jailed)
    .sort((a, b) => (a.power === b.power ? 0 : a.power > b.power ? -1 : 1))
    .slice(0, Number(most.isAbsent ? MAX_VALIDATORS : most.integer()))
}
