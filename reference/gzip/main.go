// Program gzip records what wasmd reads from archives of code: whole and broken ones, more than one in a row, and sizes around the limit.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"hash/crc32"
	"math/rand"
	"os"
	"runtime"

	"github.com/CosmWasm/wasmd/x/wasm/ioutils"
)

type row struct {
	Name    string `json:"name"`
	Archive []byte `json:"archive"`
	Limit   int64  `json:"limit"`
	// Of the unpacked bytes.
	Length int    `json:"length"`
	CRC    uint32 `json:"crc32"`
	Error  string `json:"error,omitempty"`
}

var rows []row

func record(name string, archive []byte, limit int64) {
	code, err := ioutils.Uncompress(archive, limit)
	one := row{Name: name, Archive: archive, Limit: limit}
	if err != nil {
		one.Error = err.Error()
	} else {
		one.Length, one.CRC = len(code), crc32.ChecksumIEEE(code)
	}
	rows = append(rows, one)
}

func pack(data []byte, level int) []byte {
	var out bytes.Buffer
	w := must(gzip.NewWriterLevel(&out, level))
	must(w.Write(data))
	check(w.Close())
	return out.Bytes()
}

// named has every field of the header.
func named(data []byte) []byte {
	var out bytes.Buffer
	w := must(gzip.NewWriterLevel(&out, 9))
	w.Name, w.Comment, w.Extra = "name", "comment", []byte("extra")
	must(w.Write(data))
	check(w.Close())
	return out.Bytes()
}

// flushed ends with an empty block behind the data.
func flushed(data []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	must(w.Write(data))
	check(w.Flush())
	check(w.Close())
	return out.Bytes()
}

func changed(archive []byte, at int, by byte) []byte {
	copied := bytes.Clone(archive)
	if at < 0 {
		at += len(copied)
	}
	copied[at] ^= by
	return copied
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func main() {
	const limit = 100_000
	random := rand.New(rand.NewSource(1))
	text := bytes.Repeat([]byte("words and other words; "), 20)
	for i := range text {
		if i%7 == 0 {
			text[i] = byte(random.Intn(256))
		}
	}
	whole := pack(text, 9)
	record("whole", whole, limit)
	record("stored", pack(text, 0), limit)
	record("huffman only", pack(text, gzip.HuffmanOnly), limit)
	record("flushed", flushed(text), limit)
	record("empty", pack(nil, 9), limit)
	record("two members", join(whole, pack([]byte("second"), 9)), limit)
	record("an empty member first", join(pack(nil, 9), whole), limit)
	record("a broken second member", join(whole, whole[:20]), limit)
	record("trailing garbage", join(whole, []byte("garbage")), limit)
	record("trailing zeros", join(whole, make([]byte, 512)), limit)
	record("another checksum", changed(whole, -8, 1), limit)
	record("another length", changed(whole, -4, 1), limit)
	record("another length, more than 4 GB", changed(whole, -1, 1), limit)

	full := named(text)
	record("all fields of the header", full, limit)
	for end := 3; end < 40; end++ {
		record("cut header", full[:end], limit)
	}
	// With a checksum of the header.
	for _, sum := range [][]byte{{0x00, 0x00}, {0x00}, {}} {
		record("checksum of the header", join([]byte{0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 255}, sum, whole[10:]), limit)
	}
	header := []byte{0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 255}
	sum := crc32.ChecksumIEEE(header)
	record("right checksum of the header", join(header, []byte{byte(sum), byte(sum >> 8)}, whole[10:]), limit)
	record("other flags", changed(whole, 3, 0xe0), limit)
	record("long name", join([]byte{0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255}, bytes.Repeat([]byte("n"), 511), []byte{0}, whole[10:]), limit)
	record("too long a name", join([]byte{0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255}, bytes.Repeat([]byte("n"), 512), []byte{0}, whole[10:]), limit)
	record("a name that is not ASCII", join([]byte{0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255, 0xff, 0xc3, 0}, whole[10:]), limit)

	for end := 10; end < len(whole); end += 9 {
		record("cut", whole[:end], limit)
	}
	for end := len(whole) - 9; end < len(whole); end++ {
		record("cut at the end", whole[:end], limit)
	}
	for _, level := range []int{0, 9, gzip.HuffmanOnly} {
		archive := pack(text, level)
		for range 60 {
			record("a changed byte", changed(archive, 10+random.Intn(len(archive)-18), 1<<random.Intn(8)), limit)
		}
	}
	for range 40 {
		noise := make([]byte, 60)
		random.Read(noise)
		record("noise", join(whole[:10], noise), limit)
	}

	for _, size := range []int64{1, 100, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 98_304} {
		data := bytes.Repeat([]byte("ab"), int(size/2+1))[:size]
		for _, most := range []int64{size - 1, size, size + 1} {
			record("size at the limit", pack(data, 9), max(most, 60))
			record("flushed size at the limit", flushed(data), max(most, 60))
			record("another checksum at the limit", changed(pack(data, 9), -8, 1), max(most, 60))
			record("cut at the limit", pack(data, 9)[:len(pack(data, 9))-9], max(most, 60))
		}
	}
	long := pack(text, 9)
	for _, most := range []int64{int64(len(long)) - 1, int64(len(long)), 0} {
		record("archive at the limit", long, most)
	}

	var out bytes.Buffer
	out.WriteString("{\"program\":\"reference/gzip: wasmd v0.61.14 x/wasm/ioutils, " + runtime.Version() + "\",\"rows\":[\n")
	for i, one := range rows {
		if i > 0 {
			out.WriteString(",\n")
		}
		out.Write(must(json.Marshal(one)))
	}
	out.WriteString("\n]}\n")
	check(os.WriteFile(os.Args[1], out.Bytes(), 0o644))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
