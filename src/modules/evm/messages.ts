import { NO_BYTES, NotSupportedError } from '../../base/index.js'
import { assertAuthority, message, updateParamsMessage, type Messages } from '../../chain/index.js'
import { MsgRegisterPreinstalls } from '../../codec/messages/cosmos.evm.vm.v1.js'
import type { EthereumKeeper } from './ethereum/keeper.js'
import { ethereumMessage } from './ethereum/message.js'
import { decodeParams, validateParams } from './params.js'
import { addPreinstall } from './preinstalls.js'

/** Source: cosmos/evm v0.7.3 x/vm/keeper/msg_server.go, x/vm/types/msg.go. @param authority bech32, who may change its params */
export const evmMessages = (ethereum: EthereumKeeper, authority: string): Messages => {
  const { evm } = ethereum.options
  return Object.fromEntries([
    ethereumMessage(ethereum),
    updateParamsMessage({
      typeUrl: '/cosmos.evm.vm.v1.MsgUpdateParams',
      authority,
      decode: decodeParams,
      validate: validateParams,
      set: (ctx, params) => {
        if (params.extraEips.length > 0)
          throw new NotSupportedError(
            `EIPs besides those of Prague are not supported: got ${params.extraEips.join(', ')}`,
          )
        evm.setParams(ctx, params)
      },
    }),
    message({
      typeUrl: MsgRegisterPreinstalls.typeUrl,
      decode: (value) => MsgRegisterPreinstalls.decode(value),
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertAuthority(ctx, authority, msg.authority)
        for (const one of msg.preinstalls) addPreinstall(evm, ctx, one)
        return NO_BYTES
      },
    }),
  ])
}
