/** Type URLs. Source: cosmos/evm v0.7.3 proto/cosmos/evm. */
export const ETHEREUM_TX = '/cosmos.evm.vm.v1.MsgEthereumTx'
export const ETHEREUM_TX_RESPONSE = `${ETHEREUM_TX}Response`
/** Marks a transaction with an Ethereum transaction in it. */
export const ETHEREUM_OPTION = '/cosmos.evm.vm.v1.ExtensionOptionsEthereumTx'
/** The tip of a Cosmos transaction. */
export const DYNAMIC_FEE_OPTION = '/cosmos.evm.ante.v1.ExtensionOptionDynamicFeeTx'
