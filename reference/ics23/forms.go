package main

import (
	"bytes"
	"fmt"

	ics23 "github.com/cosmos/ics23/go"
)

var (
	iavlLeaf       = []byte{0, 2, 2} // height 0, size 1, version 1
	iavlInner      = []byte{2, 4, 2} // height 1, size 2, version 1
	iavlHigher     = []byte{4, 8, 2} // height 2, size 4
	hash32         = bytes.Repeat([]byte{7}, 32)
	lengthAndHash  = append([]byte{32}, hash32...)
	value          = []byte("value")
	prefixOfLength = func(n int) []byte { return bytes.Repeat([]byte{1}, n) }
)

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// leafOf is the leaf operation of a spec.
func leafOf(spec *ics23.ProofSpec) *ics23.LeafOp {
	leaf := *spec.LeafSpec
	leaf.Prefix = append([]byte(nil), leaf.Prefix...)
	if spec == ics23.IavlSpec {
		leaf.Prefix = iavlLeaf
	}
	return &leaf
}

func step(prefix, suffix []byte) *ics23.InnerOp {
	return &ics23.InnerOp{Hash: ics23.HashOp_SHA256, Prefix: prefix, Suffix: suffix}
}

func proofOf(spec *ics23.ProofSpec, path ...*ics23.InnerOp) *ics23.ExistenceProof {
	return &ics23.ExistenceProof{Key: []byte("key"), Value: value, Leaf: leafOf(spec), Path: path}
}

// custom is a spec with some of it changed.
func custom(spec *ics23.ProofSpec, change func(*ics23.ProofSpec)) *ics23.ProofSpec {
	copied, leaf, inner := *spec, *spec.LeafSpec, *spec.InnerSpec
	copied.LeafSpec, copied.InnerSpec = &leaf, &inner
	change(&copied)
	return &copied
}

func leaves() {
	for _, spec := range []*ics23.ProofSpec{ics23.IavlSpec, ics23.TendermintSpec, ics23.SmtSpec} {
		leaf := func(name string, change func(*ics23.LeafOp)) {
			proof := proofOf(spec)
			change(proof.Leaf)
			exist("leaf: "+name, spec, proof)
		}
		leaf("in form", func(*ics23.LeafOp) {})
		leaf("other hash", func(l *ics23.LeafOp) { l.Hash = ics23.HashOp_SHA512_256 })
		leaf("key hashed, or not", func(l *ics23.LeafOp) { l.PrehashKey ^= ics23.HashOp_SHA256 })
		leaf("value not hashed", func(l *ics23.LeafOp) { l.PrehashValue = ics23.HashOp_NO_HASH })
		leaf("other length", func(l *ics23.LeafOp) { l.Length = ics23.LengthOp_FIXED32_BIG })
		leaf("prefix of an inner node", func(l *ics23.LeafOp) { l.Prefix = append([]byte{1}, l.Prefix[1:]...) })
		leaf("no prefix", func(l *ics23.LeafOp) { l.Prefix = nil })
		leaf("more behind its prefix", func(l *ics23.LeafOp) { l.Prefix = join(l.Prefix, hash32) })
		missing := proofOf(spec)
		missing.Leaf = nil
		exist("leaf: none", spec, missing)
		empty := proofOf(spec)
		empty.Key = nil
		exist("leaf: no key", spec, empty)
		valueless := proofOf(spec)
		valueless.Value = nil
		exist("leaf: no value", spec, valueless)
	}
	iavl := func(name string, prefix []byte) {
		proof := proofOf(ics23.IavlSpec)
		proof.Leaf.Prefix = prefix
		exist("iavl leaf: "+name, ics23.IavlSpec, proof)
	}
	iavl("negative height", []byte{1, 2, 2})
	iavl("negative size", []byte{0, 1, 2})
	iavl("negative version", []byte{0, 2, 1})
	iavl("two numbers", []byte{0, 2})
	iavl("half a number", []byte{0, 2, 0x80})
	iavl("four numbers", []byte{0, 2, 2, 2})
	iavl("a number of ten bytes", join([]byte{0, 2}, bytes.Repeat([]byte{0xfe}, 9), []byte{1}))
	iavl("a number too large", join([]byte{0, 2}, bytes.Repeat([]byte{0xfe}, 9), []byte{2}))
}

func inners() {
	iavl := ics23.IavlSpec
	good := step(join(iavlInner, []byte{32}), lengthAndHash)
	exist("inner: left child", iavl, proofOf(iavl, good))
	exist("inner: right child", iavl, proofOf(iavl, step(join(iavlInner, lengthAndHash, []byte{32}), nil)))
	exist("inner: of layer 1 in layer 2", iavl, proofOf(iavl, good, good))
	exist("inner: layers 1 and 2", iavl, proofOf(iavl, good, step(join(iavlHigher, []byte{32}), lengthAndHash)))
	for _, c := range []struct {
		name   string
		prefix []byte
		suffix []byte
	}{
		{"starts like a leaf", join([]byte{0, 4, 2}, []byte{32}), lengthAndHash},
		{"negative height", join([]byte{1, 4, 2}, []byte{32}), lengthAndHash},
		{"negative size", join([]byte{2, 1, 2}, []byte{32}), lengthAndHash},
		{"negative version", join([]byte{2, 4, 1}, []byte{32}), lengthAndHash},
		{"no byte of length", iavlInner, lengthAndHash},
		{"two bytes of length", join(iavlInner, []byte{32, 32}), lengthAndHash},
		{"a hash without its length before the child", join(iavlInner, hash32, []byte{32}), nil},
		{"two hashes before the child", join(iavlInner, lengthAndHash, lengthAndHash, []byte{32}), nil},
		{"no suffix on the left", join(iavlInner, []byte{32}), nil},
		{"half a suffix", join(iavlInner, []byte{32}), hash32},
		{"a suffix and a byte", join(iavlInner, []byte{32}), join(lengthAndHash, []byte{0})},
		{"two suffixes", join(iavlInner, []byte{32}), join(lengthAndHash, lengthAndHash)},
		{"children on both sides", join(iavlInner, lengthAndHash, []byte{32}), lengthAndHash},
		{"three large numbers", join([]byte{2}, []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, []byte{32}), lengthAndHash},
		{"three larger numbers", join([]byte{2}, []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0x0f}, []byte{32}), lengthAndHash},
		{"large numbers and a left sibling", join([]byte{2}, []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, lengthAndHash, []byte{32}), nil},
		{"larger numbers and a left sibling", join([]byte{2}, []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0x0f}, lengthAndHash, []byte{32}), nil},
	} {
		exist("iavl inner: "+c.name, iavl, proofOf(iavl, step(c.prefix, c.suffix)))
	}
	other := step(join(iavlInner, []byte{32}), lengthAndHash)
	other.Hash = ics23.HashOp_SHA512_256
	exist("iavl inner: other hash", iavl, proofOf(iavl, other))

	comet := ics23.TendermintSpec
	for _, c := range []struct {
		name   string
		prefix []byte
		suffix []byte
	}{
		{"left child", []byte{1}, hash32},
		{"right child", join([]byte{1}, hash32), nil},
		{"starts like a leaf", []byte{0}, hash32},
		{"starts like a leaf, right child", join([]byte{0}, hash32), nil},
		{"no prefix", nil, hash32},
		{"longest prefix", prefixOfLength(33), nil},
		{"a byte too long", prefixOfLength(34), nil},
		{"a prefix of two bytes", prefixOfLength(2), hash32},
		{"half a suffix", []byte{1}, hash32[:16]},
		{"two suffixes", []byte{1}, join(hash32, hash32)},
		{"a suffix and a byte", []byte{1}, join(hash32, []byte{9})},
	} {
		exist("inner: "+c.name, comet, proofOf(comet, step(c.prefix, c.suffix)))
	}
	other = step([]byte{1}, hash32)
	other.Hash = ics23.HashOp_SHA512_256
	exist("inner: other hash", comet, proofOf(comet, other))
	// Without such a prefix each inner node begins with it.
	exist("inner: a spec whose leaves have no prefix", custom(comet, func(s *ics23.ProofSpec) { s.LeafSpec.Prefix = nil }), proofOf(comet, step([]byte{1}, hash32)))
	exist("inner: a spec with children of no size", custom(comet, func(s *ics23.ProofSpec) { s.InnerSpec.ChildSize = 0 }), proofOf(comet, step([]byte{1}, nil)))
	long := func(s *ics23.ProofSpec) {
		s.LeafSpec.Hash, s.InnerSpec.Hash = ics23.HashOp_SHA512, ics23.HashOp_SHA512
	}
	wide := custom(comet, long)
	sha512 := &ics23.ExistenceProof{Key: []byte("key"), Value: value, Leaf: wide.LeafSpec, Path: []*ics23.InnerOp{{Hash: ics23.HashOp_SHA512, Prefix: []byte{1}, Suffix: hash32}}}
	exist("inner: a hash larger than a child", wide, sha512)
	small := custom(comet, func(s *ics23.ProofSpec) { long(s); s.InnerSpec.ChildSize = 31 })
	narrow := &ics23.ExistenceProof{Key: []byte("key"), Value: value, Leaf: small.LeafSpec, Path: []*ics23.InnerOp{{Hash: ics23.HashOp_SHA512, Prefix: []byte{1}, Suffix: hash32[:31]}}}
	exist("inner: a hash larger than a child of under 32 bytes", small, narrow)
	noLeaf := custom(comet, func(s *ics23.ProofSpec) { s.LeafSpec = nil })
	exist("a spec without leaves", noLeaf, proofOf(comet, step([]byte{1}, hash32)))
	noInner := custom(comet, func(s *ics23.ProofSpec) { s.InnerSpec = nil })
	exist("a spec without inner nodes", noInner, proofOf(comet, step([]byte{1}, hash32)))
}

func depths() {
	chain := func(length int) *ics23.ExistenceProof {
		path := make([]*ics23.InnerOp, length)
		for i := range path {
			path[i] = step([]byte{1}, hash32)
		}
		return proofOf(ics23.TendermintSpec, path...)
	}
	sparse := func(length int) *ics23.ExistenceProof {
		proof := chain(length)
		proof.Leaf = leafOf(ics23.SmtSpec)
		return proof
	}
	for _, depth := range []int{128, 129, 256, 257} {
		exist(fmt.Sprintf("depth %d, sparse", depth), ics23.SmtSpec, sparse(depth))
	}
	between := func(least, most int32) *ics23.ProofSpec {
		return custom(ics23.TendermintSpec, func(s *ics23.ProofSpec) { s.MinDepth, s.MaxDepth = least, most })
	}
	for _, c := range []struct {
		spec   *ics23.ProofSpec
		name   string
		depths []int
	}{
		{ics23.TendermintSpec, "no limit given", []int{0, 1, 128, 129}},
		{between(2, 0), "at least 2", []int{0, 1, 2}},
		{between(0, 3), "at most 3", []int{3, 4}},
		{between(2, 2), "just 2", []int{1, 2, 3}},
		{between(0, 200), "at most 200", []int{200, 201}},
	} {
		for _, depth := range c.depths {
			exist(fmt.Sprintf("depth %d, %s", depth, c.name), c.spec, chain(depth))
		}
	}
}

func operations() {
	for hash := int32(0); hash <= 9; hash++ {
		spec := custom(ics23.TendermintSpec, func(s *ics23.ProofSpec) {
			s.LeafSpec.Hash, s.InnerSpec.Hash = ics23.HashOp(hash), ics23.HashOp(hash)
			s.InnerSpec.ChildSize = 16
		})
		proof := proofOf(spec, &ics23.InnerOp{Hash: ics23.HashOp(hash), Prefix: []byte{1}, Suffix: hash32})
		exist(fmt.Sprintf("hash %d", hash), spec, proof)
		prehashed := custom(ics23.TendermintSpec, func(s *ics23.ProofSpec) {
			s.LeafSpec.PrehashKey, s.LeafSpec.PrehashValue = ics23.HashOp(hash), ics23.HashOp(hash)
		})
		exist(fmt.Sprintf("hash %d of key and value", hash), prehashed, proofOf(prehashed))
	}
	for length := int32(0); length <= 9; length++ {
		spec := custom(ics23.TendermintSpec, func(s *ics23.ProofSpec) { s.LeafSpec.Length = ics23.LengthOp(length) })
		exist(fmt.Sprintf("length %d", length), spec, proofOf(spec))
		for _, size := range []int{31, 32, 64, 300} {
			sized := custom(spec, func(s *ics23.ProofSpec) { s.LeafSpec.PrehashValue = ics23.HashOp_NO_HASH })
			proof := proofOf(sized)
			proof.Key, proof.Value = prefixOfLength(size), prefixOfLength(size)
			exist(fmt.Sprintf("length %d of %d bytes", length, size), sized, proof)
		}
	}
}
