package main

import (
	gocrypto "crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/binary"
	"fmt"
	"math/big"
	"sort"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	blsfield "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/crypto/kzg4844"
)

// Inputs of a precompiled contract, by what is special about them.
type inputs struct {
	address common.Address
	since   int
	by      map[string][]byte
}

func precompiles() []*testCase {
	var cases []*testCase
	for _, contract := range []inputs{
		{address(1), frontier, recoveries()}, {address(2), frontier, lengths()}, {address(3), frontier, lengths()}, {address(4), frontier, lengths()},
		{address(5), byzantium, exponentiations()}, {address(6), byzantium, bnAdditions()}, {address(7), byzantium, bnMultiplications()},
		{address(8), byzantium, bnPairings()}, {address(9), istanbul, compressions()}, {address(0x0a), cancun, evaluations()},
		{address(0x0b), prague, blsSums(blsG1(1), blsG1(2), blsG1(-1))}, {address(0x0c), prague, blsProducts(blsG1(1), blsG1(2))},
		{address(0x0d), prague, blsSums(blsG2(1), blsG2(2), blsG2(-1))}, {address(0x0e), prague, blsProducts(blsG2(1), blsG2(2))},
		{address(0x0f), prague, blsPairings()}, {address(0x10), prague, blsMaps(1)}, {address(0x11), prague, blsMaps(2)},
		{address(1, 0), osaka, signatures()},
	} {
		for _, what := range sorted(contract.by) {
			input := contract.by[what]
			prices := pricesOf(contract, input)
			add := func(gas any, first, last int) {
				code := observed(2, vm.CALLDATASIZE, 0, 0, vm.CALLDATACOPY, callWith(vm.CALL, contract.address, gas, 0, 0, asm(vm.CALLDATASIZE), 0, 640), vm.GAS)
				cases = append(cases, &testCase{
					group: "precompiles", name: fmt.Sprintf("%#x %s, %v gas", new(big.Int).SetBytes(contract.address[:]), what, gas),
					code: code, data: input, gas: 12_000_000, first: first, last: last,
				})
			}
			// Enough, just enough and one too little, in the forks where the price holds and in the one before the contract came.
			add(8_000_000, max(0, contract.since-1), osaka)
			for _, price := range sortedKeys(prices) {
				forks := prices[price]
				if price > 0 && price < 8_000_000 {
					add(int(price)-1, forks[0], forks[len(forks)-1])
				}
				if price < 8_000_000 {
					add(int(price), forks[0], forks[len(forks)-1])
				}
			}
		}
	}
	return cases
}

// The forks by the price of the contract.
func pricesOf(contract inputs, input []byte) map[uint64][]int {
	prices := map[uint64][]int{}
	for fork := contract.since; fork <= osaka; fork++ {
		rules := configOf(fork).Rules(big.NewInt(blockNumber), fork >= paris, blockTime)
		price := vm.ActivePrecompiledContracts(rules)[contract.address].RequiredGas(input)
		prices[price] = append(prices[price], fork)
	}
	return prices
}

func sortedKeys(m map[uint64][]int) []uint64 {
	var keys []uint64
	for key := range m {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}

func word(n *big.Int) []byte { return common.BigToHash(n).Bytes() }

func join(parts ...[]byte) []byte {
	var all []byte
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// The input, cut, with more behind it, and with one bit of each part flipped.
func damaged(by map[string][]byte, whole []byte, part int) map[string][]byte {
	by["right"] = whole
	by["nothing"] = nil
	by["one byte less"] = whole[:len(whole)-1]
	by["one byte more"] = append(append([]byte{}, whole...), 1)
	by["zeros"] = make([]byte, len(whole))
	for at := part - 1; at < len(whole); at += part {
		wrong := append([]byte{}, whole...)
		wrong[at] ^= 1
		by[fmt.Sprintf("bit %d flipped", 8*at)] = wrong
	}
	return by
}

func lengths() map[string][]byte {
	by := map[string][]byte{}
	for _, length := range []int{0, 1, 31, 32, 33, 55, 56, 64, 96} {
		by[fmt.Sprintf("%03d bytes", length)] = pattern[:length]
	}
	return by
}

func recoveries() map[string][]byte {
	key := must(crypto.ToECDSA(crypto.Keccak256([]byte("key"))))
	hash := crypto.Keccak256([]byte("message"))
	signature := must(crypto.Sign(hash, key))
	r, s, v := signature[:32], signature[32:64], int64(27)+int64(signature[64])
	order := crypto.S256().Params().N
	whole := join(hash, word(big.NewInt(v)), r, s)
	by := damaged(map[string][]byte{}, whole, 32)
	for _, wrong := range []int64{0, 1, 26, 27, 28, 29, 255, 256 + v} {
		by[fmt.Sprintf("v of %d", wrong)] = join(hash, word(big.NewInt(wrong)), r, s)
	}
	for name, n := range map[string]*big.Int{"0": new(big.Int), "1": big.NewInt(1), "order": order, "order - 1": plus(order, -1), "2^256-1": negative(1)} {
		by["r of "+name] = join(hash, word(big.NewInt(v)), word(n), s)
		by["s of "+name] = join(hash, word(big.NewInt(v)), r, word(n))
	}
	by["high s"] = join(hash, word(big.NewInt(55-v)), r, word(new(big.Int).Sub(order, new(big.Int).SetBytes(s))))
	return by
}

func exponentiations() map[string][]byte {
	by := map[string][]byte{"nothing": nil, "one length": word(big.NewInt(1))[:32], "half a length": make([]byte, 16)}
	of := func(base, exponent, modulus []byte) []byte {
		return join(word(big.NewInt(int64(len(base)))), word(big.NewInt(int64(len(exponent)))), word(big.NewInt(int64(len(modulus)))), base, exponent, modulus)
	}
	ff := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = 0xff
		}
		return b
	}
	odd := func(n int) []byte {
		b := ff(n)
		b[0] = 0x81
		return b
	}
	for _, n := range []int{1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 129} {
		by[fmt.Sprintf("%d bytes of each", n)] = of(ff(n), ff(min(n, 40)), odd(n))
		by[fmt.Sprintf("%d bytes, cube", n)] = of(ff(n), []byte{3}, odd(n))
		by[fmt.Sprintf("%d bytes of exponent", n)] = of([]byte{3}, ff(n), odd(32))
		by[fmt.Sprintf("%d bytes of exponent of zeros", n)] = of([]byte{3}, make([]byte, n), odd(32))
		by[fmt.Sprintf("%d bytes of exponent, last bit alone", n)] = of([]byte{3}, append(make([]byte, n-1), 1), odd(32))
		by[fmt.Sprintf("%d bytes of base alone", n)] = of(ff(n), []byte{5}, []byte{97})
		by[fmt.Sprintf("%d bytes of even modulus", n)] = of([]byte{3}, []byte{200}, append(ff(n-1), 0xfe))
	}
	by["modulus of zero"] = of([]byte{3}, []byte{5}, []byte{0})
	by["modulus of one"] = of([]byte{3}, []byte{5}, []byte{1})
	by["zero to the zero"] = of([]byte{0}, []byte{0}, []byte{7})
	by["no base"] = of(nil, []byte{5}, []byte{7})
	by["no exponent"] = of([]byte{3}, nil, []byte{7})
	by["no modulus"] = of([]byte{3}, []byte{5}, nil)
	by["nothing but lengths"] = of(ff(4), ff(4), ff(4))[:96]
	by["cut in the modulus"] = of(ff(4), ff(4), odd(8))[:100]
	for _, n := range []int{1023, 1024, 1025} {
		by[fmt.Sprintf("%d bytes of base (EIP-7823)", n)] = of(ff(n), []byte{1}, []byte{97})
		by[fmt.Sprintf("%d bytes of modulus (EIP-7823)", n)] = of([]byte{2}, []byte{1}, odd(n))
		by[fmt.Sprintf("%d bytes of exponent (EIP-7823)", n)] = of([]byte{1}, append(make([]byte, n-1), 1), []byte{97})
	}
	for name, n := range map[string]*big.Int{"2^32": pow2(32), "2^64": pow2(64), "2^256-1": negative(1)} {
		by["base of "+name] = join(word(n), word(big.NewInt(1)), word(big.NewInt(1)), pattern)
		by["exponent of "+name] = join(word(big.NewInt(0)), word(n), word(big.NewInt(0)), pattern)
		by["modulus of "+name] = join(word(big.NewInt(1)), word(big.NewInt(1)), word(n), pattern)
	}
	return by
}

func bnG1(times int64) []byte {
	_, _, g1, _ := bn254.Generators()
	var p bn254.G1Affine
	p.ScalarMultiplication(&g1, big.NewInt(times))
	x, y := p.X.Bytes(), p.Y.Bytes()
	return join(x[:], y[:])
}

func bnG2(times int64) []byte {
	_, _, _, g2 := bn254.Generators()
	var p bn254.G2Affine
	p.ScalarMultiplication(&g2, big.NewInt(times))
	a, b, c, d := p.X.A1.Bytes(), p.X.A0.Bytes(), p.Y.A1.Bytes(), p.Y.A0.Bytes()
	return join(a[:], b[:], c[:], d[:])
}

func bnAdditions() map[string][]byte {
	field, _ := new(big.Int).SetString("21888242871839275222246405745257275088696311157297823662689037894645226208583", 10)
	by := damaged(map[string][]byte{}, join(bnG1(1), bnG1(5)), 32)
	by["a point and its opposite"] = join(bnG1(3), bnG1(-3))
	by["a point twice"] = join(bnG1(3), bnG1(3))
	by["one point"] = bnG1(3)
	by["with zero"] = join(make([]byte, 64), bnG1(3))
	by["x of the field's size"] = join(word(field), word(big.NewInt(2)), bnG1(3))
	by["x too large"] = join(word(plus(field, 1)), word(big.NewInt(2)), bnG1(3))
	return by
}

func bnMultiplications() map[string][]byte {
	order, _ := new(big.Int).SetString("21888242871839275222246405745257275088548364400416034343698204186575808495617", 10)
	by := damaged(map[string][]byte{}, join(bnG1(3), word(pow2(200))), 32)
	for name, n := range map[string]*big.Int{"0": new(big.Int), "1": big.NewInt(1), "2": big.NewInt(2), "order": order, "order + 1": plus(order, 1), "2^256-1": negative(1)} {
		by["times "+name] = join(bnG1(7), word(n))
	}
	by["zero times"] = join(make([]byte, 64), word(big.NewInt(9)))
	return by
}

func bnPairings() map[string][]byte {
	one := join(bnG1(2), bnG2(3))
	two := join(bnG1(2), bnG2(3), bnG1(-6), bnG2(1))
	wrong := append([]byte{}, one...)
	wrong[191] ^= 1
	return map[string][]byte{
		"nothing": nil, "one pair": one, "two pairs that cancel out": two, "two pairs that do not": join(bnG1(2), bnG2(3), bnG1(-5), bnG2(1)),
		"one byte less": two[:383], "one byte more": append(append([]byte{}, two...), 0), "zeros": make([]byte, 192),
		"a zero of the first group": join(make([]byte, 64), bnG2(3)), "a zero of the second group": join(bnG1(3), make([]byte, 128)),
		"a point that is none": wrong,
	}
}

func compressions() map[string][]byte {
	whole := make([]byte, 213)
	for i := range whole {
		whole[i] = byte(i)
	}
	of := func(rounds uint32, last byte) []byte {
		input := append([]byte{}, whole...)
		binary.BigEndian.PutUint32(input, rounds)
		input[212] = last
		return input
	}
	return map[string][]byte{
		"nothing": nil, "no rounds": of(0, 1), "one round": of(1, 0), "12 rounds": of(12, 1), "12 rounds, not the last": of(12, 0), "last of 2": of(12, 2),
		"one byte less": of(12, 1)[:212], "one byte more": append(of(12, 1), 0), "1000 rounds": of(1000, 1), "too many rounds": of(1<<32-1, 1),
	}
}

func evaluations() map[string][]byte {
	var blob kzg4844.Blob
	for i := range 40 {
		blob[32*i+31] = byte(i * i)
	}
	commitment := must(kzg4844.BlobToCommitment(&blob))
	point := kzg4844.Point{31: 9}
	proof, claim, err := kzg4844.ComputeProof(&blob, point)
	if err != nil {
		panic(err)
	}
	hash := sha256.Sum256(commitment[:])
	hash[0] = 1
	whole := join(hash[:], point[:], claim[:], commitment[:], proof[:])
	by := map[string][]byte{"right": whole, "nothing": nil, "one byte less": whole[:191], "one byte more": append(append([]byte{}, whole...), 0)}
	for name, at := range map[string]int{"version": 0, "hash": 5, "point": 63, "claim": 95, "commitment": 130, "proof": 180} {
		wrong := append([]byte{}, whole...)
		wrong[at] ^= 2
		by["wrong "+name] = wrong
	}
	return by
}

func blsElement(e *blsfield.Element) []byte {
	bytes := e.Bytes()
	return append(make([]byte, 16), bytes[:]...)
}

func blsG1(times int64) []byte {
	_, _, g1, _ := bls.Generators()
	var p bls.G1Affine
	p.ScalarMultiplication(&g1, big.NewInt(times))
	return join(blsElement(&p.X), blsElement(&p.Y))
}

func blsG2(times int64) []byte {
	_, _, _, g2 := bls.Generators()
	var p bls.G2Affine
	p.ScalarMultiplication(&g2, big.NewInt(times))
	return join(blsElement(&p.X.A0), blsElement(&p.X.A1), blsElement(&p.Y.A0), blsElement(&p.Y.A1))
}

func blsSums(one, two, opposite []byte) map[string][]byte {
	high := append(append([]byte{}, one...), two...)
	high[0] = 1
	large := append(append([]byte{}, one...), two...)
	for i := 16; i < 64; i++ {
		large[i] = 0xff
	}
	wrong := append(append([]byte{}, one...), two...)
	wrong[63] ^= 1
	whole := join(one, two)
	return map[string][]byte{
		"two points": whole, "a point and its opposite": join(one, opposite), "a point twice": join(one, one), "nothing": nil,
		"zeros": make([]byte, len(whole)), "with zero": join(one, make([]byte, len(one))), "one byte less": whole[1:], "one byte more": append(append([]byte{}, whole...), 0),
		"a high byte": high, "not of the field": large, "a point that is none": wrong,
	}
}

func blsProducts(one, two []byte) map[string][]byte {
	term := func(p []byte, n *big.Int) []byte { return join(p, word(n)) }
	three := join(term(one, big.NewInt(5)), term(two, negative(1)), term(one, pow2(200)))
	return map[string][]byte{
		"nothing": nil, "one term": term(one, big.NewInt(7)), "zero times": term(one, new(big.Int)), "three terms": three, "one byte less": three[1:],
		"one byte more": append(append([]byte{}, three...), 0), "a zero": term(make([]byte, len(one)), big.NewInt(3)), "2^256-1 times": term(two, negative(1)),
		"four terms": join(three, term(two, big.NewInt(1))),
	}
}

func blsPairings() map[string][]byte {
	one := join(blsG1(2), blsG2(3))
	two := join(one, blsG1(-6), blsG2(1))
	return map[string][]byte{
		"nothing": nil, "one pair": one, "two pairs that cancel out": two, "two pairs that do not": join(one, blsG1(-5), blsG2(1)),
		"one byte less": two[1:], "a zero": join(make([]byte, 128), blsG2(3)), "zeros": make([]byte, 384),
	}
}

func blsMaps(elements int) map[string][]byte {
	small := make([]byte, 64*elements)
	small[len(small)-1] = 9
	large := append([]byte{}, small...)
	for i := 16; i < 64; i++ {
		large[i] = 0xff
	}
	return map[string][]byte{
		"an element": small, "zero": make([]byte, 64*elements), "nothing": nil, "one byte less": small[1:], "one byte more": append(append([]byte{}, small...), 0),
		"not of the field": large,
	}
}

func signatures() map[string][]byte {
	curve := elliptic.P256()
	secret := new(big.Int).SetBytes(crypto.Keccak256([]byte("p256")))
	key := must(ecdsa.ParseRawPrivateKey(curve, secret.FillBytes(make([]byte, 32))))
	hash := sha256.Sum256([]byte("message"))
	// Without a source of chance the signature follows from key and hash (RFC 6979).
	der := must(key.Sign(nil, hash[:], gocrypto.SHA256))
	var signature struct{ R, S *big.Int }
	must(asn1.Unmarshal(der, &signature))
	public := must(key.PublicKey.Bytes())[1:]
	order := curve.Params().N
	whole := join(hash[:], word(signature.R), word(signature.S), public)
	by := damaged(map[string][]byte{}, whole, 32)
	for name, n := range map[string]*big.Int{"0": new(big.Int), "order": order, "2^256-1": negative(1)} {
		by["r of "+name] = join(hash[:], word(n), word(signature.S), public)
		by["s of "+name] = join(hash[:], word(signature.R), word(n), public)
	}
	by["opposite s"] = join(hash[:], word(signature.R), word(new(big.Int).Sub(order, signature.S)), public)
	by["a key at infinity"] = join(hash[:], word(signature.R), word(signature.S), make([]byte, 64))
	return by
}
