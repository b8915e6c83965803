package coll

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"topocoll/comm"
	"topocoll/internal/check"
)

func wordBytes[T any]() int {
	var word T
	return int(unsafe.Sizeof(word))
}

// checkEncodable returns an error if encodeBytes cannot use words of type T.
func checkEncodable[T any](call string) error {
	typ := reflect.TypeFor[T]()
	if typ.Kind() == reflect.String || check.Words[T](call) == nil {
		return nil
	}
	return comm.Refuse("%s: words of type %v, want strings or words without pointers", call, typ)
}

// encodeBytes encodes bytes as words of type T.
func encodeBytes[T any](data []byte) []T {
	if reflect.TypeFor[T]().Kind() == reflect.String {
		words := make([]T, 1)
		reflect.ValueOf(&words[0]).Elem().SetString(string(data))
		return words
	}
	size := wordBytes[T]()
	words := make([]T, (len(data)+size-1)/size)
	copy(byteView(words), data)
	return words
}

// decodeBytes decodes n bytes that encodeBytes has encoded.
func decodeBytes[T any](words []T, n int) []byte {
	if reflect.TypeFor[T]().Kind() == reflect.String {
		return fmt.Append(nil, reflect.ValueOf(words[0]).String())
	}
	return slices.Clone(byteView(words)[:n])
}

// byteView returns a view of words as bytes, without a copy.
func byteView[T any](words []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*wordBytes[T]())
}
