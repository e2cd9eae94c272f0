// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_VESTING_V1BETA1: PackageTable = {
  messages: {
    MsgCreateVestingAccount:
      'from_address string 1, to_address string 2, amount cosmos.base.v1beta1.Coin[] 3, end_time int64 4, delayed bool 5',
    MsgCreateVestingAccountResponse: '',
    MsgCreatePermanentLockedAccount: 'from_address string 1, to_address string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgCreatePermanentLockedAccountResponse: '',
    MsgCreatePeriodicVestingAccount:
      'from_address string 1, to_address string 2, start_time int64 3, vesting_periods .Period[] 4',
    MsgCreatePeriodicVestingAccountResponse: '',
    BaseVestingAccount:
      'base_account cosmos.auth.v1beta1.BaseAccount? 1, original_vesting cosmos.base.v1beta1.Coin[] 2, delegated_free cosmos.base.v1beta1.Coin[] 3, delegated_vesting cosmos.base.v1beta1.Coin[] 4, end_time int64 5',
    ContinuousVestingAccount: 'base_vesting_account .BaseVestingAccount? 1, start_time int64 2',
    DelayedVestingAccount: 'base_vesting_account .BaseVestingAccount? 1',
    Period: 'length int64 1, amount cosmos.base.v1beta1.Coin[] 2',
    PeriodicVestingAccount:
      'base_vesting_account .BaseVestingAccount? 1, start_time int64 2, vesting_periods .Period[] 3',
    PermanentLockedAccount: 'base_vesting_account .BaseVestingAccount? 1',
  },
  enums: {},
  services: {
    Msg: 'CreateVestingAccount .MsgCreateVestingAccount .MsgCreateVestingAccountResponse, CreatePermanentLockedAccount .MsgCreatePermanentLockedAccount .MsgCreatePermanentLockedAccountResponse, CreatePeriodicVestingAccount .MsgCreatePeriodicVestingAccount .MsgCreatePeriodicVestingAccountResponse',
  },
}
