// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_COINFACTORY_V1BETA1: PackageTable = {
  messages: {
    DenomAuthorityMetadata: 'Admin string 1',
    GenesisState: 'params neutron.coinfactory.Params 1, factory_denoms .GenesisDenom[] 2',
    GenesisDenom: 'denom string 1, authority_metadata .DenomAuthorityMetadata 2, hook_contract_address string 3',
    Params:
      'denom_creation_fee cosmos.base.v1beta1.Coin[] 1, denom_creation_gas_consume uint64 2, fee_collector_address string 3',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params neutron.coinfactory.Params 1',
    QueryDenomAuthorityMetadataRequest: 'creator string 1, subdenom string 2',
    QueryDenomAuthorityMetadataResponse: 'authority_metadata .DenomAuthorityMetadata 1',
    QueryDenomsFromCreatorRequest: 'creator string 1',
    QueryDenomsFromCreatorResponse: 'denoms string[] 1',
    QueryBeforeSendHookAddressRequest: 'creator string 1, subdenom string 2',
    QueryBeforeSendHookAddressResponse: 'contract_addr string 1',
    QueryFullDenomRequest: 'creator string 1, subdenom string 2',
    QueryFullDenomResponse: 'full_denom string 1',
    MsgCreateDenom: 'sender string 1, subdenom string 2',
    MsgCreateDenomResponse: 'new_token_denom string 1',
    MsgMint: 'sender string 1, amount cosmos.base.v1beta1.Coin 2, mintToAddress string 3',
    MsgMintResponse: '',
    MsgBurn: 'sender string 1, amount cosmos.base.v1beta1.Coin 2, burnFromAddress string 3',
    MsgBurnResponse: '',
    MsgChangeAdmin: 'sender string 1, denom string 2, new_admin string 3',
    MsgChangeAdminResponse: '',
    MsgSetBeforeSendHook: 'sender string 1, denom string 2, contract_addr string 3',
    MsgSetBeforeSendHookResponse: '',
    MsgSetDenomMetadata: 'sender string 1, metadata cosmos.bank.v1beta1.Metadata 2',
    MsgSetDenomMetadataResponse: '',
    MsgForceTransfer:
      'sender string 1, amount cosmos.base.v1beta1.Coin 2, transferFromAddress string 3, transferToAddress string 4',
    MsgForceTransferResponse: '',
    MsgUpdateParams: 'authority string 1, params neutron.coinfactory.Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, DenomAuthorityMetadata .QueryDenomAuthorityMetadataRequest .QueryDenomAuthorityMetadataResponse, DenomsFromCreator .QueryDenomsFromCreatorRequest .QueryDenomsFromCreatorResponse, BeforeSendHookAddress .QueryBeforeSendHookAddressRequest .QueryBeforeSendHookAddressResponse, FullDenom .QueryFullDenomRequest .QueryFullDenomResponse',
    Msg: 'CreateDenom .MsgCreateDenom .MsgCreateDenomResponse, Mint .MsgMint .MsgMintResponse, Burn .MsgBurn .MsgBurnResponse, ChangeAdmin .MsgChangeAdmin .MsgChangeAdminResponse, SetDenomMetadata .MsgSetDenomMetadata .MsgSetDenomMetadataResponse, SetBeforeSendHook .MsgSetBeforeSendHook .MsgSetBeforeSendHookResponse, ForceTransfer .MsgForceTransfer .MsgForceTransferResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
