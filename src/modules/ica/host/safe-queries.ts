const service = (name: string, methods: string): readonly string[] =>
  methods.split(' ').map((method) => `/${name}.Query/${method}`)

/** gRPC paths that are deterministic across nodes. Source: the option `module_query_safe` in proto of cosmos-sdk v0.53.6, ibc-go v10.5.0, wasmd v0.61.12. */
export const SAFE_QUERIES: ReadonlySet<string> = new Set([
  ...service(
    'cosmos.auth.v1beta1',
    'Account AccountAddressByID AccountInfo Accounts ModuleAccountByName ModuleAccounts Params',
  ),
  ...service(
    'cosmos.bank.v1beta1',
    'AllBalances Balance DenomMetadata DenomMetadataByQueryString DenomOwners DenomOwnersByQuery DenomsMetadata Params ' +
      'SendEnabled SpendableBalanceByDenom SpendableBalances SupplyOf TotalSupply',
  ),
  ...service('cosmos.circuit.v1', 'Account Accounts DisabledList'),
  ...service(
    'cosmos.staking.v1beta1',
    'Delegation DelegatorDelegations DelegatorUnbondingDelegations DelegatorValidator DelegatorValidators HistoricalInfo ' +
      'Params Pool Redelegations UnbondingDelegation Validator ValidatorDelegations ValidatorUnbondingDelegations Validators',
  ),
  ...service(
    'cosmwasm.wasm.v1',
    'AllContractState BuildAddress Code CodeInfo Codes ContractHistory ContractInfo ContractsByCode ContractsByCreator ' +
      'Params PinnedCodes RawContractState',
  ),
  ...service('ibc.core.client.v1', 'VerifyMembership'),
])
