import type { PackageTable } from './schema.js'
import { CHAIN_PACKAGES } from './schema/chains/all.js'

/** A package of Neutron's under its name on Nolus. @param differences messages and services that differ, and messages that Nolus does not have */
function ofNeutron(
  name: string,
  { messages = {}, services = {}, without = [] }: Partial<PackageTable> & { readonly without?: readonly string[] } = {},
): PackageTable {
  const { messages: all, services: both, ...rest } = CHAIN_PACKAGES[`neutron.${name}`]!
  const renamed = Object.entries(all)
    .filter(([type]) => !without.includes(type))
    .map(([type, fields]) => [type, fields.replaceAll('neutron.', 'nolus.')])
  return { ...rest, messages: { ...Object.fromEntries(renamed), ...messages }, services: { ...both, ...services } }
}

/**
 * Nolus's packages, written by hand: no registry has their files. The Go proxy does not serve github.com/Nolus-Protocol/nolus-core, the npm package
 * @nolus/nolusjs (3.7.6) has the queries of nolus.tax.v2 alone, and no crate has them. Their codecs are generated from here. Source: nolus-core proto/nolus (444f8da7).
 */
export const NOLUS_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'nolus.contractmanager': ofNeutron('contractmanager', {
    messages: {
      QueryFailureRequest: 'address string 1, failure_id uint64 2, pagination cosmos.base.query.v1beta1.PageRequest? 3',
      QueryAddressFailureResponse: 'failures .Failure[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
      QueryFailuresRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
      QueryFailuresByAddressRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
      QueryAddressFailuresResponse: 'failures .Failure[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    },
    without: ['MsgResubmitFailure', 'MsgResubmitFailureResponse', 'QueryFailureResponse'],
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, AddressFailure .QueryFailureRequest .QueryAddressFailureResponse, AddressFailures .QueryFailuresByAddressRequest .QueryAddressFailuresResponse, Failures .QueryFailuresRequest .QueryFailuresResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  }),
  'nolus.feerefunder': ofNeutron('feerefunder', { messages: { Params: 'min_fee .Fee 1' } }),
  'nolus.transfer': ofNeutron('transfer'),
  'nolus.interchaintxs.v1': ofNeutron('interchaintxs.v1', {
    messages: {
      MsgRegisterInterchainAccount:
        'from_address string 1, connection_id string 2, interchain_account_id string 3, register_fee cosmos.base.v1beta1.Coin[] 4',
    },
  }),
  'nolus.mint.v1beta1': {
    messages: {
      Minter:
        'norm_time_passed string 2, total_minted string 3, prev_block_timestamp string 4, annual_inflation string 5',
      GenesisState: 'minter .Minter 1, params .Params 2',
      Params: 'mint_denom string 1, max_mintable_nanoseconds string 2',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryMintStateRequest: '',
      QueryMintStateResponse: 'norm_time_passed bytes 1, total_minted bytes 2',
      QueryAnnualInflationRequest: '',
      QueryAnnualInflationResponse: 'annual_inflation bytes 1',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, MintState .QueryMintStateRequest .QueryMintStateResponse, AnnualInflation .QueryAnnualInflationRequest .QueryAnnualInflationResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'nolus.tax.v2': {
    messages: {
      Params: 'fee_rate int32 1, base_denom string 2, dex_fee_params .DexFeeParams[] 3, treasury_address string 4',
      GenesisState: 'params .Params 1',
      DexFeeParams: 'profit_address string 1, accepted_denoms_min_prices .DenomPrice[] 2',
      DenomPrice: 'denom string 1, ticker string 2, min_price string 3',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query: 'Params .QueryParamsRequest .QueryParamsResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'nolus.vestings.v1beta1': {
    messages: {
      MsgCreateVestingAccount:
        'from_address string 1, to_address string 2, amount cosmos.base.v1beta1.Coin[] 3, start_time int64 4, end_time int64 5, delayed bool 6',
      MsgCreateVestingAccountResponse: '',
    },
    enums: {},
    services: { Msg: 'CreateVestingAccount .MsgCreateVestingAccount .MsgCreateVestingAccountResponse' },
  },
}
