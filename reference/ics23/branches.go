package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	ics23 "github.com/cosmos/ics23/go"
)

// A tree of one layer with as many children as its spec has places; a nil key is an empty child.
func family(spec *ics23.ProofSpec, keys []string) []*ics23.ExistenceProof {
	inner := spec.InnerSpec
	children := make([][]byte, len(keys))
	for place, key := range keys {
		children[place] = inner.EmptyChild
		if key != "" {
			hash, err := leafOf(spec).Apply([]byte(key), value)
			must(err)
			children[place] = hash
		}
	}
	proofs := make([]*ics23.ExistenceProof, len(keys))
	for place, key := range keys {
		if key == "" {
			continue
		}
		proof := proofOf(spec, step(join([]byte{1}, bytes.Join(children[:place], nil)), bytes.Join(children[place+1:], nil)))
		proof.Key = []byte(key)
		proofs[place] = proof
	}
	return proofs
}

func branches() {
	empty := bytes.Repeat([]byte{0}, 32)
	of := func(order []int32, emptyChild []byte) *ics23.ProofSpec {
		return custom(ics23.TendermintSpec, func(s *ics23.ProofSpec) {
			s.InnerSpec.ChildOrder, s.InnerSpec.EmptyChild = order, emptyChild
		})
	}
	four := of([]int32{0, 1, 2, 3}, empty)
	for _, keys := range [][]string{
		{"b", "d", "f", "h"}, {"", "d", "f", "h"}, {"", "", "f", "h"}, {"b", "d", "f", ""}, {"b", "d", "", ""},
		{"", "d", "", "h"}, {"b", "", "f", ""}, {"", "", "f", ""}, {"b", "", "", "h"},
	} {
		all(four, keys)
		all(of([]int32{0, 1, 2, 3}, nil), keys)
	}
	// Places in the order of hashing are not those in the order of keys.
	all(of([]int32{0, 2, 1, 3}, empty), []string{"b", "f", "d", "h"})
	all(of([]int32{0, 2, 1, 3}, empty), []string{"b", "", "d", "h"})
	all(of([]int32{0, 2, 1, 3}, empty), []string{"", "f", "d", "h"})
	all(of([]int32{3, 2, 1, 0}, empty), []string{"h", "f", "d", "b"})
	all(of([]int32{0, 1, 3, 4}, empty), []string{"b", "d", "f", "h"})
	sparse()
	strangers()
	// A prefix that is in form, and leaves no room for a child.
	between := proofOf(ics23.TendermintSpec, step(prefixOfLength(2), hash32))
	absent("left of a child at no place", ics23.TendermintSpec, []byte("a"), nil, between)
	absent("right of a child at no place", ics23.TendermintSpec, []byte("z"), between, nil)
	beside := proofOf(ics23.TendermintSpec, step(prefixOfLength(20), nil))
	absent("left of a child that is too far", ics23.TendermintSpec, []byte("a"), nil, beside)
}

// Both proofs must lead to the root, and both must be in form.
func strangers() {
	spec := ics23.TendermintSpec
	here, elsewhere := family(spec, []string{"b", "d"}), family(spec, []string{"b", "e"})
	left, right := here[0], here[1]
	root, err := left.Calculate()
	must(err)
	under := func(name string, left, right *ics23.ExistenceProof) {
		proof := &ics23.NonExistenceProof{Key: []byte("c"), Left: left, Right: right}
		record("both sides: "+name, spec, root, proof.Key, nil, &ics23.CommitmentProof{
			Proof: &ics23.CommitmentProof_Nonexist{Nonexist: proof},
		}, func() error { return proof.Verify(spec, root, proof.Key) })
	}
	bent := func(proof *ics23.ExistenceProof) *ics23.ExistenceProof {
		copied, leaf := *proof, *proof.Leaf
		leaf.Prefix = []byte{1}
		copied.Leaf = &leaf
		return &copied
	}
	under("of one root", left, right)
	under("the left one of another root", elsewhere[0], right)
	under("the right one of another root", left, elsewhere[1])
	under("the left one out of form", bent(left), right)
	under("the right one out of form", left, bent(right))
	under("another value on the left", valued(left), right)
	under("another value on the right", left, valued(right))
}

func valued(proof *ics23.ExistenceProof) *ics23.ExistenceProof {
	copied := *proof
	copied.Value = []byte("other")
	return &copied
}

func all(spec *ics23.ProofSpec, keys []string) {
	proofs := family(spec, keys)
	name := func(what string) string {
		return fmt.Sprintf("%s, children %v %q", what, spec.InnerSpec.ChildOrder, keys)
	}
	for i, left := range proofs {
		if left == nil {
			continue
		}
		absent(name(fmt.Sprintf("right of %s", left.Key)), spec, []byte("z"), left, nil)
		absent(name(fmt.Sprintf("left of %s", left.Key)), spec, []byte("a"), nil, left)
		for j, right := range proofs {
			if right != nil && i != j && bytes.Compare(left.Key, right.Key) < 0 {
				absent(name(fmt.Sprintf("between %s and %s", left.Key, right.Key)), spec, append(left.Key, 1), left, right)
			}
		}
	}
}

// Sparse trees are ordered by the hashes of keys, and empty children stand beside the only path.
func sparse() {
	spec := ics23.SmtSpec
	empty := spec.InnerSpec.EmptyChild
	leaf := func(key string, path ...*ics23.InnerOp) *ics23.ExistenceProof {
		proof := proofOf(spec, path...)
		proof.Key = []byte(key)
		return proof
	}
	low, high := "", ""
	var least, most []byte
	for c := byte('a'); c <= 'p'; c++ {
		sum := sha256.Sum256([]byte{c})
		if least == nil || bytes.Compare(sum[:], least) < 0 {
			low, least = string(c), sum[:]
		}
		if most == nil || bytes.Compare(sum[:], most) > 0 {
			high, most = string(c), sum[:]
		}
	}
	emptyLeft := step(join([]byte{1}, empty), nil)
	emptyRight := step([]byte{1}, empty)
	fullLeft := step(join([]byte{1}, hash32), nil)
	fullRight := step([]byte{1}, hash32)
	mixed := step(join([]byte{1}, empty[:31], []byte{1}), nil)
	for c := byte('a'); c <= 'p'; c++ {
		key := []byte{c}
		if string(c) != high {
			absent(fmt.Sprintf("sparse: %c, left of %s", c, high), spec, key, nil, leaf(high, emptyLeft, emptyLeft))
		}
		if string(c) != low {
			absent(fmt.Sprintf("sparse: %c, right of %s", c, low), spec, key, leaf(low, emptyRight), nil)
		}
	}
	for _, c := range []struct {
		name string
		path []*ics23.InnerOp
	}{
		{"no siblings", []*ics23.InnerOp{emptyLeft, emptyRight}},
		{"a left sibling below", []*ics23.InnerOp{fullLeft, emptyLeft}},
		{"a left sibling above", []*ics23.InnerOp{emptyLeft, fullLeft}},
		{"a right sibling", []*ics23.InnerOp{emptyLeft, fullRight}},
		{"a left sibling that is nearly empty", []*ics23.InnerOp{mixed}},
	} {
		absent("sparse: left of all, "+c.name, spec, []byte(low), nil, leaf(high, c.path...))
		absent("sparse: right of all, "+c.name, spec, []byte(high), leaf(low, c.path...), nil)
	}
}
