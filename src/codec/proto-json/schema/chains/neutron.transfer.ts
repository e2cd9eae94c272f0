// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_TRANSFER: PackageTable = {
  messages: {
    MsgTransfer:
      'source_port string 1, source_channel string 2, token cosmos.base.v1beta1.Coin 3, sender string 4, receiver string 5, timeout_height ibc.core.client.v1.Height 6, timeout_timestamp uint64 7, memo string 8, fee neutron.feerefunder.Fee 9',
    MsgTransferResponse: 'sequence_id uint64 1, channel string 2',
    MsgUpdateParams: 'signer string 1, params ibc.applications.transfer.v1.Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Msg: 'Transfer .MsgTransfer .MsgTransferResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
