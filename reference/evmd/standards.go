package main

import (
	"bytes"
	"crypto/sha256"
	"math/big"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	curve "github.com/consensys/gnark-crypto/ecc/bls12-381/hash_to_curve"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/crypto/kzg4844"
)

// word is a number in 32 bytes, element one in 64.
func word(n int64) []byte           { return common.LeftPadBytes(big.NewInt(n).Bytes(), 32) }
func element(bz []byte) []byte      { return common.LeftPadBytes(bz, 64) }
func joined(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// changed has another byte at a place.
func changed(input []byte, at int, to byte) []byte {
	other := bytes.Clone(input)
	other[at] = to
	return other
}

// standards are the precompiles of each EVM, with inputs that they take and that they refuse.
func standards() *Chain {
	c := start(nil)
	each := func(to int64, inputs ...[]byte) {
		for _, input := range inputs {
			c.call(alice, at(to), wei(0), 600_000, input)
		}
	}
	c.tell("ecrecover")
	hash := crypto.Keccak256([]byte("signed"))
	signature := must(crypto.Sign(hash, must(alice.key.ToECDSA())))
	recover := joined(hash, word(27+int64(signature[64])), signature[:64])
	each(1, recover, recover[:127], append(recover, 1, 2), changed(recover, 63, 29), changed(recover, 32, 1), changed(recover, 64, 0xff), make([]byte, 128), nil)
	c.tell("hashes and copies")
	for to := int64(2); to <= 4; to++ {
		each(to, nil, []byte("text"), make([]byte, 100))
	}
	c.tell("modexp")
	modexp := func(base, exponent, modulus int64, parts ...[]byte) []byte {
		return joined(append([][]byte{word(base), word(exponent), word(modulus)}, parts...)...)
	}
	each(5, modexp(1, 1, 1, []byte{3, 5, 7}), modexp(32, 32, 32, word(3), word(1_000_003), word(1_000_000_007)),
		modexp(0, 32, 0, word(9)), modexp(1, 0, 1, []byte{3, 7}), modexp(1, 1, 1, []byte{3, 5, 0}), modexp(1, 1, 2, []byte{3}),
		modexp(64, 40, 64, bytes.Repeat([]byte{9}, 168)), modexp(1<<40, 1, 1), []byte{1, 2, 3}, nil)
	c.tell("bn254")
	_, _, p, q := bn254.Generators()
	point := func(p bn254.G1Affine) []byte { x, y := p.X.Bytes(), p.Y.Bytes(); return joined(x[:], y[:]) }
	twist := func(q bn254.G2Affine) []byte {
		a, b, c, d := q.X.A1.Bytes(), q.X.A0.Bytes(), q.Y.A1.Bytes(), q.Y.A0.Bytes()
		return joined(a[:], b[:], c[:], d[:])
	}
	minus := *new(bn254.G1Affine).Neg(&p)
	outside := joined(bytes.Repeat([]byte{0xff}, 32), word(2))
	each(6, joined(point(p), point(p)), joined(point(p), point(minus)), point(p), nil, joined(word(1), word(1)), outside)
	each(7, joined(point(p), word(5)), joined(point(p), bytes.Repeat([]byte{0xff}, 32)), point(p), joined(word(1), word(1)), joined(outside, word(1)))
	each(8, joined(point(p), twist(q), point(minus), twist(q)), joined(point(p), twist(q)), nil, make([]byte, 191), make([]byte, 192),
		joined(word(1), word(1), twist(q)), joined(point(p), changed(twist(q), 127, 1)), joined(outside, twist(q)))
	c.tell("blake2f")
	round := append(joined([]byte{0, 0, 0, 12}, bytes.Repeat([]byte{7, 8}, 104)), 1)
	each(9, round, changed(round, 212, 0), changed(round, 212, 2), round[:212], changed(round, 3, 0), changed(round, 0, 0xff))
	c.tell("point evaluation")
	blob := kzg4844.Blob{31: 5, 63: 6}
	commitment := must(kzg4844.BlobToCommitment(&blob))
	z := kzg4844.Point{31: 9}
	proof, claim, err := kzg4844.ComputeProof(&blob, z)
	check(err)
	versioned := common.Hash(kzg4844.CalcBlobHashV1(sha256.New(), &commitment))
	evaluation := joined(versioned[:], z[:], claim[:], commitment[:], proof[:])
	each(10, evaluation, changed(evaluation, 0, 2), changed(evaluation, 63, 8), changed(evaluation, 144, 0), evaluation[:191])
	c.tell("bls12-381")
	_, _, g, h := bls12381.Generators()
	g1 := func(g bls12381.G1Affine) []byte {
		x, y := g.X.Bytes(), g.Y.Bytes()
		return joined(element(x[:]), element(y[:]))
	}
	g2 := func(h bls12381.G2Affine) []byte {
		a, b, c, d := h.X.A0.Bytes(), h.X.A1.Bytes(), h.Y.A0.Bytes(), h.Y.A1.Bytes()
		return joined(element(a[:]), element(b[:]), element(c[:]), element(d[:]))
	}
	against := *new(bls12381.G1Affine).Neg(&g)
	// A point of the curve that is of another order.
	other1, other2 := bls12381.MapToCurve1(&g.X), bls12381.MapToCurve2(&h.X)
	curve.G1Isogeny(&other1.X, &other1.Y)
	curve.G2Isogeny(&other2.X, &other2.Y)
	refused := func(to int64, input []byte) {
		each(to, changed(input, 0, 1), changed(input, 63, input[63]^1), changed(input, 16, 0xff), input[:len(input)-1], nil)
	}
	each(11, joined(g1(g), g1(g)), joined(g1(g), g1(against)), make([]byte, 256))
	refused(11, joined(g1(g), g1(g)))
	each(12, joined(g1(g), word(5)), joined(g1(g), word(5), g1(against), word(3)), joined(g1(other1), word(5)))
	refused(12, joined(g1(g), word(5)))
	each(13, joined(g2(h), g2(h)), make([]byte, 512))
	refused(13, joined(g2(h), g2(h)))
	each(14, joined(g2(h), word(5)), joined(g2(h), word(5), g2(h), word(3)), joined(g2(other2), word(5)))
	refused(14, joined(g2(h), word(5)))
	each(15, joined(g1(g), g2(h), g1(against), g2(h)), joined(g1(g), g2(h)), make([]byte, 384))
	refused(15, joined(g1(g), g2(h)))
	each(16, element(word(5)), element(bytes.Repeat([]byte{0x1a}, 48)))
	refused(16, element(word(5)))
	each(17, joined(element(word(5)), element(word(6))))
	refused(17, joined(element(word(5)), element(word(6))))
	c.tell("too little gas")
	for to := int64(1); to <= 17; to++ {
		c.call(alice, at(to), wei(0), 21_100, []byte{1})
	}
	return c
}
