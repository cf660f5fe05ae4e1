// Reads a folder of tiles, and a proof, with the packages of Go's checksum database: code that knows nothing of this project.
//
//	reader KEY FOLDER PROOF
//
// prints how many records it authenticated against the signed root.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

// folder is where the tiles lie; a tile's path there has no height in it.
type folder string

func (f folder) Height() int                      { return height }
func (f folder) SaveTiles([]tlog.Tile, [][]byte)  {}
func (f folder) read(name string) ([]byte, error) { return os.ReadFile(filepath.Join(string(f), name)) }
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := f.read(strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// open checks a checkpoint's signature and returns its tree.
func open(text []byte, key string) tlog.Tree {
	verifier := must(note.NewVerifier(key))
	opened := must(note.Open(text, note.VerifierList(verifier)))
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		log.Fatal("the checkpoint is not of this log")
	}
	return tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64)), Hash: must(tlog.ParseHash(lines[2]))}
}

// entries returns the bundle's records from the one at this index.
func entries(f folder, index, size int64) [][]byte {
	tile := tlog.Tile{H: height, L: 0, N: index >> height, W: int(min(1<<height, size-index))}
	data := must(f.read(strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1)))
	var found [][]byte
	for len(data) > 0 {
		length := int(binary.BigEndian.Uint16(data))
		found = append(found, data[2:2+length])
		data = data[2+length:]
	}
	return found
}

// proved checks a .tlog-proof and returns its record.
func proved(text []byte, key string) []byte {
	head, checkpoint, _ := bytes.Cut(text, []byte("\n\n"))
	tree := open(checkpoint, key)
	lines := strings.Split(string(head), "\n")
	record := must(base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra ")))
	index := must(strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64))
	var path tlog.RecordProof
	for _, line := range lines[3:] {
		path = append(path, must(tlog.ParseHash(line)))
	}
	if err := tlog.CheckRecord(path, tree.N, tree.Hash, index, tlog.RecordHash(record)); err != nil {
		log.Fatal(err)
	}
	return record
}

func main() {
	key, tiles := os.Args[1], folder(os.Args[2])
	tree := open(must(tiles.read("checkpoint")), key)
	hashes := tlog.TileHashReader(tree, tiles)
	digest := sha256.New()
	for index := int64(0); index < tree.N; {
		for _, record := range entries(tiles, index, tree.N) {
			signed := must(hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, index)}))
			if signed[0] != tlog.RecordHash(record) {
				log.Fatal("record ", index, " is not the one in the tree")
			}
			digest.Write(append(record, '\n'))
			index++
		}
	}
	record := proved(must(os.ReadFile(os.Args[3])), key)
	fmt.Printf("%d %x %x\n", tree.N, digest.Sum(nil), sha256.Sum256(record))
}
