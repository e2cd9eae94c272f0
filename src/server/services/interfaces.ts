import type { App } from '../../chain/index.js'
import type { Types } from '../../codec/proto-json/index.js'

export const MSG = 'cosmos.base.v1beta1.Msg'
const MSG_RESPONSE = 'cosmos.tx.v1beta1.MsgResponse'

const PUBLIC_KEYS =
  'cosmos.auth.v1beta1.ModuleCredential cosmos.crypto.ed25519.PubKey cosmos.crypto.multisig.LegacyAminoPubKey cosmos.crypto.secp256k1.PubKey cosmos.crypto.secp256r1.PubKey cosmos.evm.crypto.v1.ethsecp256k1.PubKey'
const VESTING_ACCOUNTS =
  'cosmos.vesting.v1beta1.ContinuousVestingAccount cosmos.vesting.v1beta1.DelayedVestingAccount cosmos.vesting.v1beta1.PeriodicVestingAccount cosmos.vesting.v1beta1.PermanentLockedAccount'
const ACCOUNTS = `cosmos.auth.v1beta1.BaseAccount cosmos.auth.v1beta1.ModuleAccount cosmos.vesting.v1beta1.BaseVestingAccount ${VESTING_ACCOUNTS} ibc.applications.interchain_accounts.v1.InterchainAccount`
const EVIDENCE_OF_CLIENTS = 'ibc.lightclients.tendermint.v1.Header ibc.lightclients.tendermint.v1.Misbehaviour'

/**
 * What an `Any` may be, and the types that are it; messages of transactions and their responses are those of the chain's modules.
 * Source: `RegisterInterfaces` of cosmos-sdk v0.53.6, ibc-go v10.5.0, wasmd v0.61.14 and cosmos/evm v0.7.3.
 */
const INTERFACES: Readonly<Record<string, string>> = {
  'cosmos.auth.v1.ModuleCredential': PUBLIC_KEYS,
  'cosmos.auth.v1beta1.AccountI': ACCOUNTS,
  'cosmos.auth.v1beta1.GenesisAccount': ACCOUNTS,
  'cosmos.authz.v1beta1.Authorization':
    'cosmos.authz.v1beta1.GenericAuthorization cosmos.bank.v1beta1.SendAuthorization cosmos.staking.v1beta1.StakeAuthorization cosmwasm.wasm.v1.ContractExecutionAuthorization cosmwasm.wasm.v1.ContractMigrationAuthorization cosmwasm.wasm.v1.StoreCodeAuthorization ibc.applications.transfer.v1.TransferAuthorization',
  'cosmos.bank.v1beta1.SupplyI': 'cosmos.bank.v1beta1.Supply',
  'cosmos.crypto.PrivKey':
    'cosmos.crypto.ed25519.PrivKey cosmos.crypto.secp256k1.PrivKey cosmos.evm.crypto.v1.ethsecp256k1.PrivKey',
  'cosmos.crypto.PubKey': PUBLIC_KEYS,
  'cosmos.evidence.v1beta1.Evidence': 'cosmos.evidence.v1beta1.Equivocation',
  'cosmos.feegrant.v1beta1.FeeAllowanceI':
    'cosmos.feegrant.v1beta1.AllowedMsgAllowance cosmos.feegrant.v1beta1.BasicAllowance cosmos.feegrant.v1beta1.PeriodicAllowance',
  'cosmos.gov.v1beta1.Content':
    'cosmos.distribution.v1beta1.CommunityPoolSpendProposal cosmos.evm.erc20.v1.RegisterCoinProposal cosmos.evm.erc20.v1.RegisterERC20Proposal cosmos.evm.erc20.v1.ToggleTokenConversionProposal cosmos.gov.v1beta1.TextProposal cosmos.upgrade.v1beta1.CancelSoftwareUpgradeProposal cosmos.upgrade.v1beta1.SoftwareUpgradeProposal cosmwasm.wasm.v1.ClearAdminProposal cosmwasm.wasm.v1.ExecuteContractProposal cosmwasm.wasm.v1.InstantiateContract2Proposal cosmwasm.wasm.v1.InstantiateContractProposal cosmwasm.wasm.v1.MigrateContractProposal cosmwasm.wasm.v1.PinCodesProposal cosmwasm.wasm.v1.StoreAndInstantiateContractProposal cosmwasm.wasm.v1.StoreCodeProposal cosmwasm.wasm.v1.SudoContractProposal cosmwasm.wasm.v1.UnpinCodesProposal cosmwasm.wasm.v1.UpdateAdminProposal cosmwasm.wasm.v1.UpdateInstantiateConfigProposal ibc.core.client.v1.ClientUpdateProposal ibc.core.client.v1.UpgradeProposal',
  'cosmos.tx.v1beta1.Tx': 'cosmos.tx.v1beta1.Tx',
  'cosmos.tx.v1beta1.TxExtensionOptionI':
    'cosmos.evm.ante.v1.ExtensionOptionDynamicFeeTx cosmos.evm.eip712.v1.ExtensionOptionsWeb3Tx cosmos.evm.vm.v1.ExtensionOptionsEthereumTx',
  'cosmos.vesting.v1beta1.VestingAccount': VESTING_ACCOUNTS,
  'cosmwasm.wasm.v1.ContractAuthzFilterX':
    'cosmwasm.wasm.v1.AcceptedMessageKeysFilter cosmwasm.wasm.v1.AcceptedMessagesFilter cosmwasm.wasm.v1.AllowAllMessagesFilter',
  'cosmwasm.wasm.v1.ContractAuthzLimitX':
    'cosmwasm.wasm.v1.CombinedLimit cosmwasm.wasm.v1.MaxCallsLimit cosmwasm.wasm.v1.MaxFundsLimit',
  'cosmwasm.wasm.v1.ContractInfoExtension': '',
  'ibc.core.channel.v1.PacketI': 'ibc.core.channel.v1.Packet',
  'ibc.core.client.v1.ClientState': 'ibc.lightclients.tendermint.v1.ClientState',
  'ibc.core.client.v1.ConsensusState': 'ibc.lightclients.tendermint.v1.ConsensusState',
  'ibc.core.client.v1.Header': EVIDENCE_OF_CLIENTS,
  'ibc.core.client.v1.Height': 'ibc.core.client.v1.Height',
  'ibc.core.client.v1.Misbehaviour': EVIDENCE_OF_CLIENTS,
  'ibc.core.commitment.v1.Path': 'ibc.core.commitment.v2.MerklePath',
  'ibc.core.commitment.v1.Prefix': 'ibc.core.commitment.v1.MerklePrefix',
  'ibc.core.commitment.v1.Root': 'ibc.core.commitment.v1.MerkleRoot',
}

/** Registered as a message alone. Source: cosmos-sdk v0.53.6 x/auth/types/codec.go */
const WITHOUT_SERVICE = ['cosmos.auth.v1beta1.MsgUpdateParams']

/** Messages that no transaction can contain: contracts send them. Source: wasmd v0.61.14 x/wasm/types/codec.go */
const OF_CONTRACTS = ['/cosmwasm.wasm.v1.MsgIBCCloseChannel', '/cosmwasm.wasm.v1.MsgIBCSend']

/** Interfaces of all chains, whatever their modules are. */
const OF_ALL = ['cosmos.crypto', 'cosmos.tx', 'ibc.lightclients']

/** The first two names of a type: `cosmos.gov` of `cosmos.gov.v1.Proposal`; of applications of IBC three. */
const familyOf = (name: string): string =>
  name
    .split('.')
    .slice(0, name.startsWith('ibc.applications.') ? 3 : 2)
    .join('.')

/** The chain's interfaces with the type URLs of their implementations, sorted; those of modules that it lacks are not among them. */
export function interfacesOf({ router, queries, types }: App): ReadonlyMap<string, readonly string[]> {
  const messages = router.typeUrls
  const families = new Set([...OF_ALL, ...[...messages, ...queries.paths].map((path) => familyOf(path.slice(1)))])
  const isKnown = (name: string): boolean => families.has(familyOf(name))
  const fixed = Object.entries(INTERFACES).map(([name, types]): [string, readonly string[]] => {
    const known = types.split(' ').filter((type) => isKnown(type))
    return [name, known.map((type) => `/${type}`)]
  })
  const rows: readonly [string, readonly string[]][] = [
    ...fixed.filter(([name]) => isKnown(name)),
    [MSG, families.has('cosmwasm.wasm') ? [...messages, ...OF_CONTRACTS].sort() : messages],
    [MSG_RESPONSE, responsesOf(messages, types)],
  ]
  return new Map(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The types that the methods of services `Msg` answer with, for those of the messages that modules register as requests of a service. */
function responsesOf(messages: readonly string[], types: Types): readonly string[] {
  const packages = new Set(messages.map((url) => url.slice(1, url.lastIndexOf('.'))))
  const methods = [...packages].flatMap((name) => [...(types.serviceMethods(`${name}.Msg`)?.values() ?? [])])
  const served = methods.filter(({ request }) => messages.includes(`/${request}`) && !WITHOUT_SERVICE.includes(request))
  return [...new Set(served.map(({ response }) => `/${response}`))].sort()
}
