import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { plainError } from '../../../chain/index.js'
import { ACCEPTED, type AuthorizationType } from './authorization.js'

/** All messages of a type. Source: cosmos-sdk v0.53.6 x/authz/generic_authorization.go. */
export const genericAuthorization: AuthorizationType = {
  typeUrl: GenericAuthorization.typeUrl,
  read: (value) => {
    const { msg } = GenericAuthorization.decode(value)
    return {
      msgTypeUrl: msg,
      validateBasic: () => {
        if (msg === '') throw plainError('msg type cannot be empty')
      },
      accept: () => ACCEPTED,
    }
  },
}
