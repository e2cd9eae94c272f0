/** `sudobox/profile`: where gas went, by contract, function and line of Rust. */
export {
  GasProfile,
  profileGas,
  takeGasProfile,
  VM_GAS,
  type ContractGas,
  type FunctionGas,
  type GasSpent,
  type LineGas,
} from './gas-profile.js'
export type { GasProfileFormat } from './endings.js'
export type { FrameOf } from './profile.js'
