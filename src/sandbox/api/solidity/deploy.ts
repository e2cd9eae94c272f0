import { toHex, UsageError } from '../../../base/index.js'
import { addressText } from '../../../chain/index.js'
import type { JsonItem } from '../../../codec/abi/index.js'
import { addressReader, evmdOf } from '../../tx/ethereum/deliver.js'
import type { ActionInput } from '../../actions/schema.js'
import type { Account } from '../account.js'
import type { SandboxChain } from '../chain.js'
import { plainArguments } from './arguments.js'
import { SolidityContract } from './contract.js'
import { signerName } from './signer.js'
import type { DeployOptions, SolidityArtifact } from './contract-types.js'

type Deploy = NonNullable<Extract<ActionInput, { action: 'ethereumTx' }>['deploy']>

/** The account that deploys if nobody is named, and what it begins with: a million units of 18 places. */
const DEPLOYER = 'deployer'
const FUNDS = 10n ** 24n

/** The account that deploys if nobody is named. */
const deployerOf = (chain: SandboxChain): Account =>
  chain.addressOf(DEPLOYER) === undefined
    ? chain.account(DEPLOYER, `${FUNDS}${chain.host.app.denom}`)
    : chain.account(DEPLOYER)

/** An artifact as an action holds it. @throws UsageError for one without bytecode, or with libraries, which need the file */
function artifactOf(given: string | SolidityArtifact): Deploy['artifact'] {
  if (typeof given === 'string') {
    const [path = '', contract] = given.split('#')
    return { path, ...(contract !== undefined && { contract }) }
  }
  const inner = given.evm?.bytecode ?? given.bytecode
  const code = typeof inner === 'object' ? inner.object : inner
  if (code === undefined || code === '' || code === '0x')
    throw new UsageError('the artifact has no bytecode: it is an interface, or an abstract contract', {
      details: ['right: an artifact of Hardhat or Foundry, or a contract of the standard output of solc'],
    })
  return { abi: JSON.parse(JSON.stringify(given.abi)) as never, bytecode: code.startsWith('0x') ? code : `0x${code}` }
}

function nameOf(given: string | SolidityArtifact): string {
  if (typeof given === 'string') return given.replace(/^.*[\\/#]/, '').replace(/\.json$/, '')
  return 'contractName' in given && typeof given.contractName === 'string' ? given.contractName : 'contract'
}

/** Deploys a contract. */
export async function deploySolidity(
  chain: SandboxChain,
  given: string | SolidityArtifact,
  { from, args = [], label, libraries = {}, ...options }: DeployOptions,
): Promise<SolidityContract> {
  evmdOf(chain.host)
  const deployer = from ?? deployerOf(chain)
  const name = label ?? chain.freeLabel(nameOf(given))
  const links = Object.entries(libraries).map(([library, at]) => [library, typeof at === 'string' ? at : at.address])
  const { ethereum } = await chain.sandbox.perform({
    action: 'ethereumTx',
    chain: chain.key,
    from: signerName(deployer),
    deploy: {
      artifact: artifactOf(given),
      args: plainArguments(args),
      label: name,
      ...(links.length > 0 && { libraries: Object.fromEntries(links) as Record<string, string> }),
    },
    ...options,
  })
  return solidityContract(chain, ethereum.contractAddress!, undefined, deployer)
}

/** A contract by its address or its label. @param abi of one that was not deployed here @throws UsageError without a known ABI, and for an address without code */
export function solidityContract(
  chain: SandboxChain,
  addressOrLabel: string,
  abi: readonly JsonItem[] | undefined,
  deployer?: Account,
): SolidityContract {
  const { host } = chain
  const app = evmdOf(host)
  const bytes = addressReader(host)(addressOrLabel)
  if (abi !== undefined) host.solidity.learn(bytes, abi)
  const known = host.solidity.abis.get(toHex(bytes))
  if (known === undefined)
    throw new UsageError(`${chain.key} does not know the functions of ${addressOrLabel}`, {
      details: [`right: sandbox.chains.${chain.key}.solidity(address, abi)`],
    })
  const address = addressText(app.prefix, bytes)
  return new SolidityContract(chain, {
    bytes,
    address,
    label: host.labelOf(address) ?? addressOrLabel,
    abi: known,
    deployer,
  })
}
