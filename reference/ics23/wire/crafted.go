package main

import (
	"encoding/binary"
	"sort"
)

type craft struct {
	name  string
	bytes []byte
}

func join(parts ...[]byte) []byte {
	var all []byte
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

func tag(field, wire uint64) []byte { return number(field<<3 | wire) }

func number(value uint64) []byte { return binary.AppendUvarint(nil, value) }

func message(field uint64, parts ...[]byte) []byte {
	body := join(parts...)
	return join(tag(field, 2), number(uint64(len(body))), body)
}

func varint(field, value uint64) []byte { return join(tag(field, 0), number(value)) }

func repeat(b byte, times int) []byte {
	bytes := make([]byte, times)
	for i := range bytes {
		bytes[i] = b
	}
	return bytes
}

// crafted are bytes that no writer makes: fields that come twice or that nobody knows, other wire types, numbers too long.
func crafted() []craft {
	key, other := message(1, []byte("key")), message(1, []byte("other"))
	inner := func(n uint64) []byte { return join(varint(1, n), message(2, []byte{1}), message(3, []byte{2})) }
	unknown := map[string][]byte{
		"varint":                  varint(9, 1<<63),
		"eight bytes":             join(tag(9, 1), repeat(7, 8)),
		"bytes":                   message(9, []byte("abc")),
		"group":                   join(tag(9, 3), varint(1, 5), tag(9, 4)),
		"group in a group":        join(tag(9, 3), tag(8, 3), message(1, []byte("x")), tag(8, 4), tag(9, 4)),
		"four bytes":              join(tag(9, 5), repeat(7, 4)),
		"wire type 6":             tag(9, 6),
		"wire type 7":             tag(9, 7),
		"cut varint":              join(tag(9, 0), []byte{0x80}),
		"cut eight bytes":         join(tag(9, 1), repeat(7, 7)),
		"cut four bytes":          join(tag(9, 5), repeat(7, 3)),
		"cut bytes":               join(tag(9, 2), number(4), []byte("abc")),
		"open group":              join(tag(9, 3), varint(1, 5)),
		"group of a bad type":     join(tag(9, 3), tag(1, 7)),
		"end of a group":          tag(9, 4),
		"field 0":                 tag(0, 2),
		"field below 0":           number(1<<34 | 2),
		"field past 32 bits":      number(1<<35 | 9<<3),
		"varint of ten bytes":     join(tag(9, 0), repeat(0xff, 9), []byte{1}),
		"varint of eleven bytes":  join(tag(9, 0), repeat(0xff, 10), []byte{1}),
		"tag of eleven bytes":     join(repeat(0xff, 10), []byte{1}),
		"length below 0":          join(tag(9, 2), number(1<<63)),
		"length of -1":            join(tag(9, 2), number(1<<64-1)),
		"length past an int":      join(tag(9, 2), number(1<<63-1)),
		"length near an int's":    join(tag(9, 2), number(1<<63-64)),
		"length past the message": join(tag(9, 2), number(1<<40)),
	}
	rows := []craft{
		{"nothing", nil},
		{"a key twice", message(1, key, other)},
		{"existence twice is merged no more than once", join(message(1, key), message(1, message(2, []byte("v"))))},
		{"the last alternative counts: absence", join(message(1, key), message(2, key))},
		{"the last alternative counts: existence", join(message(2, key), message(1, other))},
		{"the last alternative counts: batch", join(message(1, key), message(3))},
		{"the last alternative counts: compressed", join(message(3), message(4))},
		{"a leaf in two parts", message(1, message(3, varint(1, 1)), message(3, varint(4, 2), message(5, []byte{9})))},
		{"a left neighbour in two parts", message(2, message(2, key), message(2, message(2, []byte("v"))))},
		{"a right neighbour in two parts", message(2, message(3, key), message(3, message(2, []byte("v"))))},
		{"steps in order", message(1, message(4, inner(1)), message(4, inner(2)))},
		{"steps in two parts of a neighbour", message(2, message(2, message(4, inner(1))), message(2, message(4, inner(2))))},
		{"entries in order", message(3, message(1, message(1, key)), message(1, message(2, other)))},
		{"an entry whose last alternative counts", message(3, message(1, message(1, key), message(2, other)))},
		{"an entry of two existences", message(3, message(1, message(1, key), message(1, message(2, []byte("v")))))},
		{"compressed: steps", message(4, message(2, inner(1)), message(2, inner(3)))},
		{"compressed: path, packed", message(4, message(1, message(1, key, message(4, number(3), number(300), number(1<<64-1)))))},
		{"compressed: path, not packed", message(4, message(1, message(1, varint(4, 3), varint(4, 1<<40|7))))},
		{"compressed: path, both", message(4, message(1, message(1, varint(4, 3), message(4, number(4)), varint(4, 5))))},
		{"compressed: path, empty", message(4, message(1, message(1, message(4))))},
		{"compressed: path, cut", message(4, message(1, message(1, message(4, []byte{0x80}))))},
		{"compressed: path, past the end", message(4, message(1, message(1, tag(4, 2), number(9), []byte{1})))},
		{"compressed: path of four bytes", message(4, message(1, message(1, tag(4, 5), repeat(1, 4))))},
		{"compressed: absence in parts", message(4, message(1, message(2, message(2, key), message(2, varint(4, 1)), message(3, key), message(3, varint(4, 2)))))},
		{"compressed: an entry whose last alternative counts", message(4, message(1, message(2, key), message(1, other)))},
		{"numbers below 0", message(1, message(3, varint(1, 1<<64-1), varint(2, 1<<64-2), varint(3, 1<<31), varint(4, 1<<32)))},
		{"an inner number past 32 bits", message(1, message(4, varint(1, 1<<32|1)))},
	}
	for name, bytes := range unknown {
		rows = append(rows, craft{"unknown: " + name, bytes})
		rows = append(rows, craft{"unknown between known: " + name, message(1, key, bytes, message(2, []byte("v")))})
	}
	// A number where bytes should be, and bytes where a number should be, in every field that is known.
	at := map[string]func(...[]byte) []byte{
		"CommitmentProof":             func(p ...[]byte) []byte { return join(p...) },
		"ExistenceProof":              func(p ...[]byte) []byte { return message(1, p...) },
		"NonExistenceProof":           func(p ...[]byte) []byte { return message(2, p...) },
		"LeafOp":                      func(p ...[]byte) []byte { return message(1, message(3, p...)) },
		"InnerOp":                     func(p ...[]byte) []byte { return message(1, message(4, p...)) },
		"BatchProof":                  func(p ...[]byte) []byte { return message(3, p...) },
		"BatchEntry":                  func(p ...[]byte) []byte { return message(3, message(1, p...)) },
		"CompressedBatchProof":        func(p ...[]byte) []byte { return message(4, p...) },
		"CompressedBatchEntry":        func(p ...[]byte) []byte { return message(4, message(1, p...)) },
		"CompressedExistenceProof":    func(p ...[]byte) []byte { return message(4, message(1, message(1, p...))) },
		"CompressedNonExistenceProof": func(p ...[]byte) []byte { return message(4, message(1, message(2, p...))) },
	}
	for name, wrap := range at {
		for field := uint64(1); field <= 6; field++ {
			for wire := uint64(0); wire <= 7; wire++ {
				rows = append(rows, craft{
					name + " field " + string('0'+rune(field)) + " wire type " + string('0'+rune(wire)),
					wrap(tag(field, wire), []byte{1, 0}),
				})
			}
			rows = append(rows, craft{name + " field " + string('0'+rune(field)) + " empty", wrap(message(field))})
		}
		rows = append(rows, craft{name + " field 0", wrap(tag(0, 0), []byte{1})})
		rows = append(rows, craft{name + " end of a group", wrap(tag(1, 4))})
		rows = append(rows, craft{name + " cut", wrap([]byte{0x80})})
	}
	return ordered(rows)
}

// ordered sorts what came out of maps, so that each run writes the same.
func ordered(rows []craft) []craft {
	sort.Slice(rows, func(a, b int) bool { return rows[a].name < rows[b].name })
	return rows
}
