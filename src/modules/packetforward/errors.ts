import { registerError } from '../../chain/errors.js'

/** Source: ibc-go v10 core/24-host/errors.go. */
export const ErrInvalidId = registerError('host', 2, 'invalid identifier')
