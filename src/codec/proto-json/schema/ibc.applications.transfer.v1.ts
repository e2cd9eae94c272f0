// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_APPLICATIONS_TRANSFER_V1: PackageTable = {
  messages: {
    Params: 'send_enabled bool 1, receive_enabled bool 2',
    MsgTransfer:
      'source_port string 1, source_channel string 2, token cosmos.base.v1beta1.Coin 3, sender string 4, receiver string 5, timeout_height ibc.core.client.v1.Height 6, timeout_timestamp uint64 7, memo string 8, encoding string 9',
    MsgTransferResponse: 'sequence uint64 1',
    MsgUpdateParams: 'signer string 1, params ibc.core.client.v1.Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Msg: 'Transfer .MsgTransfer .MsgTransferResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
