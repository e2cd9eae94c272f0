package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/andybalholm/brotli"
)

// generated writes chains of random transactions: one of so many blocks, or stories of seeds, one after another in a file; or random encodings of transactions.
func generated(folder, name string, arguments []string) bool {
	numbers := []int64{}
	for _, one := range arguments {
		numbers = append(numbers, must(strconv.ParseInt(one, 10, 64)))
	}
	switch name {
	case "random":
		write(random(numbers[0], int(numbers[1]), false), filepath.Join(folder, fmt.Sprintf("random-%d.jsonl.br", numbers[0])))
	case "encodings":
		write(encodings(numbers[0], int(numbers[1])), filepath.Join(folder, "encodings.jsonl.br"))
	case "documents":
		write(documents(numbers[0], int(numbers[1])), filepath.Join(folder, "documents.jsonl.br"))
	case "story":
		write(random(numbers[0], 0, true), filepath.Join(folder, fmt.Sprintf("story-%d.jsonl.br", numbers[0])))
	case "stories":
		all := bytes.Buffer{}
		for seed := numbers[0]; seed <= numbers[1]; seed++ {
			run := exec.Command(os.Args[0], os.Args[1], folder, "story", fmt.Sprint(seed))
			run.Stdout, run.Stderr = os.Stdout, os.Stderr
			check(run.Run())
			one := filepath.Join(folder, fmt.Sprintf("story-%d.jsonl.br", seed))
			all.Write(must(io.ReadAll(brotli.NewReader(bytes.NewReader(must(os.ReadFile(one)))))))
			check(os.Remove(one))
		}
		pack(filepath.Join(folder, fmt.Sprintf("stories-%d-%d.jsonl.br", numbers[0], numbers[1])), all.Bytes())
	default:
		return false
	}
	return true
}

func pack(name string, text []byte) {
	file := must(os.Create(name))
	packed := brotli.NewWriterOptions(file, brotli.WriterOptions{Quality: 9, LGWin: 24})
	must(packed.Write(text))
	check(packed.Close())
	check(file.Close())
}
