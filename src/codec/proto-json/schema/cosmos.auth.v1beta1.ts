// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_AUTH_V1BETA1: PackageTable = {
  messages: {
    BaseAccount: 'address string 1, pub_key google.protobuf.Any? 2, account_number uint64 3, sequence uint64 4',
    ModuleAccount: 'base_account .BaseAccount? 1, name string 2, permissions string[] 3',
    ModuleCredential: 'module_name string 1, derivation_keys bytes[] 2',
    Params:
      'max_memo_characters uint64 1, tx_sig_limit uint64 2, tx_size_cost_per_byte uint64 3, sig_verify_cost_ed25519 uint64 4, sig_verify_cost_secp256k1 uint64 5',
    QueryAccountsRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryAccountsResponse: 'accounts google.protobuf.Any[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryAccountRequest: 'address string 1',
    QueryAccountResponse: 'account google.protobuf.Any? 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryModuleAccountsRequest: '',
    QueryModuleAccountsResponse: 'accounts google.protobuf.Any[] 1',
    QueryModuleAccountByNameRequest: 'name string 1',
    QueryModuleAccountByNameResponse: 'account google.protobuf.Any? 1',
    Bech32PrefixRequest: '',
    Bech32PrefixResponse: 'bech32_prefix string 1',
    AddressBytesToStringRequest: 'address_bytes bytes 1',
    AddressBytesToStringResponse: 'address_string string 1',
    AddressStringToBytesRequest: 'address_string string 1',
    AddressStringToBytesResponse: 'address_bytes bytes 1',
    QueryAccountAddressByIDRequest: 'id int64 1, account_id uint64 2',
    QueryAccountAddressByIDResponse: 'account_address string 1',
    QueryAccountInfoRequest: 'address string 1',
    QueryAccountInfoResponse: 'info .BaseAccount? 1',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Accounts .QueryAccountsRequest .QueryAccountsResponse, Account .QueryAccountRequest .QueryAccountResponse, AccountAddressByID .QueryAccountAddressByIDRequest .QueryAccountAddressByIDResponse, Params .QueryParamsRequest .QueryParamsResponse, ModuleAccounts .QueryModuleAccountsRequest .QueryModuleAccountsResponse, ModuleAccountByName .QueryModuleAccountByNameRequest .QueryModuleAccountByNameResponse, Bech32Prefix .Bech32PrefixRequest .Bech32PrefixResponse, AddressBytesToString .AddressBytesToStringRequest .AddressBytesToStringResponse, AddressStringToBytes .AddressStringToBytesRequest .AddressStringToBytesResponse, AccountInfo .QueryAccountInfoRequest .QueryAccountInfoResponse',
    Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
