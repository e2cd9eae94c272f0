/** Source: cosmos-sdk x/params/types/keys.go. */
export const PARAMS_STORE = 'params'
