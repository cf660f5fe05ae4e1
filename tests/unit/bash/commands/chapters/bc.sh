# bc: what each command line gives.

### echo '1+1; 2*3.5; 7/2; -7/2; 7%3; -7%3' | bc
echo '1+1; 2*3.5; 7/2; -7/2; 7%3; -7%3' | bc
#| 2
#| 7.0
#| 3
#| -3
#| 1
#| -1

### echo '2^10; 2^-1; .5; -.5; 0.00; 1.10*2.20' | bc
echo '2^10; 2^-1; .5; -.5; 0.00; 1.10*2.20' | bc
#| 1024
#| 0
#| .5
#| -.5
#| 0
#| 2.42

### echo 'scale=5; 7/2; 1/3; 2^-3; 7.123%3; sqrt(2); 1.5^3' | bc
echo 'scale=5; 7/2; 1/3; 2^-3; 7.123%3; sqrt(2); 1.5^3' | bc
#| 3.50000
#| .33333
#| .12500
#| .00001
#| 1.41421
#| 3.375

### echo '2^500' | bc
echo '2^500' | bc
#| 32733906078961418700131896968275991522166420460430647894832913680961\
#| 33796404674554883270092325904157150886684127560071009217256545885393\
#| 053328527589376

### echo '1/0; 5%0' | bc
echo '1/0; 5%0' | bc
#! Runtime error (func=(main), adr=3): Divide by zero

### echo '3+' | bc
echo '3+' | bc
#! (standard_in) 2: syntax error

### echo 'e(1); l(2); 4*a(1); s(1); c(1); j(0,1)' | bc -l
echo 'e(1); l(2); 4*a(1); s(1); c(1); j(0,1)' | bc -l
#| 2.71828182845904523536
#| .69314718055994530941
#| 3.14159265358979323844
#| .84147098480789650665
#| .54030230586813971740
#| .76519768655796655144

### echo 'e(-1); e(10); l(.5); a(-1); s(-2); c(3)' | bc -l
echo 'e(-1); e(10); l(.5); a(-1); s(-2); c(3)' | bc -l
#| .36787944117144232159
#| 22026.46579480671651695790
#| -.69314718055994530941
#| -.78539816339744830961
#| -.90929742682568169539
#| -.98999249660044545727

### echo 'scale=50; 4*a(1); e(1); l(3)' | bc -l
echo 'scale=50; 4*a(1); e(1); l(3)' | bc -l
#| 3.14159265358979323846264338327950288419716939937508
#| 2.71828182845904523536028747135266249775724709369995
#| 1.09861228866810969139524523692252570464749055782274

### echo 'obase=16; 255; 255.5; obase=2; 10; .5; -5' | bc
echo 'obase=16; 255; 255.5; obase=2; 10; .5; -5' | bc
#| FF
#| FF.8
#| 1010
#| .1000
#| -101

### echo 'obase=20; 1234; 12.5; obase=100; 12345; 0' | bc
echo 'obase=20; 1234; 12.5; obase=100; 12345; 0' | bc
#|  03 01 14
#|  12.10
#|  01 23 45
#| 0

### echo 'ibase=16; FF; A.8; ibase=A; 10; ibase=2; 1011; 12; .11' | bc
echo 'ibase=16; FF; A.8; ibase=A; 10; ibase=2; 1011; 12; .11' | bc
#| 255
#| 10.5
#| 10
#| 11
#| 3
#| .75

### printf 'define f(n) {\n if (n <= 1) return (1);\n return (n * f(n-1));\n}\nf(20)\n' | bc
printf 'define f(n) {\n if (n <= 1) return (1);\n return (n * f(n-1));\n}\nf(20)\n' | bc
#| 2432902008176640000

### printf 'define f(a[], n) { auto i, s; for (i = 0; i < n; i++) s += a[i]; return (s) }\nfor (i = 0; i < 5; i++) b[i] = i * i\nf(b[], 5)\n' | bc
printf 'define f(a[], n) { auto i, s; for (i = 0; i < n; i++) s += a[i]; return (s) }\nfor (i = 0; i < 5; i++) b[i] = i * i\nf(b[], 5)\n' | bc
#| 30

### echo 'a = 5; a; a += 2; a++; ++a; --a; a--; (a = 3); a == 3; a < 4 && a > 2; !a; 1 || 0' | bc
echo 'a = 5; a; a += 2; a++; ++a; --a; a--; (a = 3); a == 3; a < 4 && a > 2; !a; 1 || 0' | bc
#| 5
#| 7
#| 9
#| 8
#| 8
#| 3
#| 1
#| 1
#| 0
#| 1

### echo 'while (1) { i++; if (i == 3) continue; if (i > 5) break; i }' | bc
echo 'while (1) { i++; if (i == 3) continue; if (i > 5) break; i }' | bc
#| 0
#| 1
#| 1
#| 2
#| 2
#| 3
#| 4
#| 4
#| 5
#| 5

### echo 'for (i=0;i<3;++i) print i, " "; print "\n"; last' | bc
echo 'for (i=0;i<3;++i) print i, " "; print "\n"; last' | bc
#|= '0 1 2 \n'
#| 2

### echo 'length(123.45); scale(1.234); length(.001); x[3]=5; x[3]' | bc
echo 'length(123.45); scale(1.234); length(.001); x[3]=5; x[3]' | bc
#| 5
#| 3
#| 3
#| 5

### echo '-2^2; 2^3^2; 2+3*4; -3*-2; 2--1; a = 3 < 5; a' | bc
echo '-2^2; 2^3^2; 2+3*4; -3*-2; 2--1; a = 3 < 5; a' | bc
#! (standard_in) 1: syntax error

### echo 'sqrt(-1)' | bc
echo 'sqrt(-1)' | bc
#! Runtime error (func=(main), adr=4): Square root of a negative number

### A function that is not defined
echo 'foo(3)' | bc
#! Runtime error (func=(main), adr=5): Function foo not defined.

### echo '4 $ 5' | bc
echo '4 $ 5' | bc
#! (standard_in) 1: illegal character: $
#! (standard_in) 1: syntax error

### echo 'quit; 5' | bc
echo 'quit; 5' | bc

### bc nope < /dev/null
bc nope < /dev/null
#! File nope is unavailable.
#? 1

### BC_LINE_LENGTH=0 bc <<< '2^300'
BC_LINE_LENGTH=0 bc <<< '2^300'
#| 2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397376

### BC_LINE_LENGTH=20 bc <<< '2^100'
BC_LINE_LENGTH=20 bc <<< '2^100'
#| 126765060022822940\
#| 1496703205376

### echo '{ 1; 2; }; if (1) { 5 }' | bc
echo '{ 1; 2; }; if (1) { 5 }' | bc
#| 1
#| 2
#| 5
