package main

import cmtcrypto "github.com/cometbft/cometbft/proto/tendermint/crypto"

func edProto(bz []byte) cmtcrypto.PublicKey {
	return cmtcrypto.PublicKey{Sum: &cmtcrypto.PublicKey_Ed25519{Ed25519: bz}}
}

func secpProto(bz []byte) cmtcrypto.PublicKey {
	return cmtcrypto.PublicKey{Sum: &cmtcrypto.PublicKey_Secp256K1{Secp256K1: bz}}
}
