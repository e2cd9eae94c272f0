import { aminoName, type Any } from '../../../codec/index.js'

/** Messages that the chain's amino codec has under another name than documents have. Source: cosmos/evm v0.7.3 x/{erc20,feemarket,vm}/types/codec.go. */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  '/cosmos.evm.erc20.v1.MsgConvertCoin',
  '/cosmos.evm.erc20.v1.MsgRegisterERC20',
  '/cosmos.evm.erc20.v1.MsgToggleConversion',
  '/cosmos.evm.erc20.v1.MsgUpdateParams',
  '/cosmos.evm.feemarket.v1.MsgUpdateParams',
  '/cosmos.evm.vm.v1.MsgUpdateParams',
])

/** Messages with a name in documents that the codec does not have. */
const UNKNOWN: ReadonlySet<string> = new Set([
  '/cosmos.evm.vm.v1.MsgEthereumTx',
  '/cosmos.evm.vm.v1.MsgRegisterPreinstalls',
])

/** Whether the chain's amino codec has a name for a message, so that it can write it. What is packed in it needs none. */
export const isWritable = ({ typeUrl }: Any): boolean => aminoName(typeUrl) !== typeUrl && !UNKNOWN.has(typeUrl)

/** Whether the codec can read it in a document. */
export const isReadable = (message: Any): boolean => isWritable(message) && !NAMED_OTHERWISE.has(message.typeUrl)
