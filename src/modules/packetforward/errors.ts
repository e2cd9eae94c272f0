import { registerError } from '../../chain/index.js'

/** Source: ibc-go v10 core/24-host/errors.go. */
export const ErrInvalidId = registerError('host', 2, 'invalid identifier')
