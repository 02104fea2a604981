// Package depot is the program on the depot's scanner.
package depot

import (
	"fmt"
	"strconv"
	"strings"
)

// Scan is one reading of the scanner.
type Scan struct {
	Parcel string
	Grams  int
}

// Parse reads "parcel;grams".
func Parse(line string) (Scan, error) {
	parcel, weight, found := strings.Cut(line, ";")
	if !found {
		return Scan{}, fmt.Errorf("no weight in %q", line)
	}
	grams, err := strconv.Atoi(weight)
	if err != nil {
		return Scan{}, fmt.Errorf("weight of %s: %w", parcel, err)
	}
	return Scan{Parcel: parcel, Grams: grams}, nil
}
