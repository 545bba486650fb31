/* SPDX-License-Identifier: Apache-2.0
 *
 * openmpi.h - the ABI of Open MPI 3 to 5 (libmpi.so.40), included by mpi.h.
 *
 * A handle is a pointer. Those of predefined objects are the addresses of variables that
 * the library exports, whose size is part of the ABI (mpi/abi/openmpi/objects.def). */
#ifndef MAZURKA_MPI_ABI_OPENMPI_H
#define MAZURKA_MPI_ABI_OPENMPI_H

/* ---- types ---- */

typedef struct ompi_communicator_t *MPI_Comm;
typedef struct ompi_group_t *MPI_Group;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_request_t *MPI_Request;
typedef struct ompi_message_t *MPI_Message;
typedef struct ompi_op_t *MPI_Op;
typedef struct ompi_errhandler_t *MPI_Errhandler;
typedef struct ompi_info_t *MPI_Info;
typedef struct ompi_win_t *MPI_Win;
typedef struct ompi_instance_t *MPI_Session;
typedef struct ompi_file_t *MPI_File;

typedef long MPI_Aint;
typedef long MPI_Count; /* in Open MPI long long, which is the same in a binary */
typedef long MPI_Offset;
typedef int MPI_Fint;

typedef struct ompi_status_public_t {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int _cancelled;
    unsigned long _ucount; /* the number of bytes */
} MPI_Status;
typedef struct { /* Fortran has the same six integers */
    MPI_Fint MPI_SOURCE, MPI_TAG, MPI_ERROR;
    MPI_Fint internal[3];
} MPI_F08_status;

/* ---- the objects whose addresses are handles ---- */

extern struct mazurka_predefined ompi_mpi_logical1,
    ompi_mpi_logical2, ompi_mpi_logical4, ompi_mpi_logical8, ompi_mpi_comm_null, ompi_mpi_comm_world,
    ompi_mpi_comm_self, ompi_mpi_group_null, ompi_mpi_group_empty, ompi_request_null,
    ompi_message_null, ompi_message_no_proc, ompi_mpi_win_null, ompi_mpi_instance_null,
    ompi_mpi_file_null, ompi_mpi_info_null, ompi_mpi_info_env, ompi_mpi_errhandler_null,
    ompi_mpi_errors_are_fatal, ompi_mpi_errors_return, ompi_mpi_errors_abort,
    ompi_mpi_op_null, ompi_mpi_op_max, ompi_mpi_op_min, ompi_mpi_op_sum,
    ompi_mpi_op_prod, ompi_mpi_op_land, ompi_mpi_op_band, ompi_mpi_op_lor,
    ompi_mpi_op_bor, ompi_mpi_op_lxor, ompi_mpi_op_bxor, ompi_mpi_op_minloc,
    ompi_mpi_op_maxloc, ompi_mpi_op_replace, ompi_mpi_op_no_op, ompi_mpi_datatype_null,
    ompi_mpi_char, ompi_mpi_signed_char, ompi_mpi_unsigned_char, ompi_mpi_wchar,
    ompi_mpi_short, ompi_mpi_unsigned_short, ompi_mpi_int, ompi_mpi_unsigned,
    ompi_mpi_long, ompi_mpi_unsigned_long, ompi_mpi_long_long_int,
    ompi_mpi_unsigned_long_long, ompi_mpi_float, ompi_mpi_double, ompi_mpi_long_double,
    ompi_mpi_int8_t, ompi_mpi_int16_t, ompi_mpi_int32_t, ompi_mpi_int64_t,
    ompi_mpi_uint8_t, ompi_mpi_uint16_t, ompi_mpi_uint32_t, ompi_mpi_uint64_t,
    ompi_mpi_c_bool, ompi_mpi_c_float_complex, ompi_mpi_c_double_complex,
    ompi_mpi_c_long_double_complex, ompi_mpi_byte, ompi_mpi_packed, ompi_mpi_aint,
    ompi_mpi_offset, ompi_mpi_count, ompi_mpi_lb, ompi_mpi_ub, ompi_mpi_cxx_bool,
    ompi_mpi_cxx_cplex, ompi_mpi_cxx_dblcplex, ompi_mpi_cxx_ldblcplex, ompi_mpi_2int,
    ompi_mpi_float_int, ompi_mpi_double_int, ompi_mpi_long_int, ompi_mpi_short_int,
    ompi_mpi_longdbl_int, ompi_mpi_character, ompi_mpi_integer, ompi_mpi_real,
    ompi_mpi_logical, ompi_mpi_cplex, ompi_mpi_dblprec, ompi_mpi_2integer,
    ompi_mpi_2real, ompi_mpi_dblcplex, ompi_mpi_2dblprec, ompi_mpi_real4,
    ompi_mpi_real8, ompi_mpi_real16, ompi_mpi_complex8, ompi_mpi_complex16,
    ompi_mpi_complex32, ompi_mpi_integer1, ompi_mpi_integer2, ompi_mpi_integer4,
    ompi_mpi_integer8, ompi_mpi_integer16;

/* ---- predefined objects ---- */

#define MPI_COMM_NULL       ((MPI_Comm)(void *)&ompi_mpi_comm_null)
#define MPI_COMM_WORLD      ((MPI_Comm)(void *)&ompi_mpi_comm_world)
#define MPI_COMM_SELF       ((MPI_Comm)(void *)&ompi_mpi_comm_self)
#define MPI_GROUP_NULL      ((MPI_Group)(void *)&ompi_mpi_group_null)
#define MPI_GROUP_EMPTY     ((MPI_Group)(void *)&ompi_mpi_group_empty)
#define MPI_REQUEST_NULL    ((MPI_Request)(void *)&ompi_request_null)
#define MPI_MESSAGE_NULL    ((MPI_Message)(void *)&ompi_message_null)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)(void *)&ompi_message_no_proc)
#define MPI_WIN_NULL        ((MPI_Win)(void *)&ompi_mpi_win_null)
#define MPI_SESSION_NULL    ((MPI_Session)(void *)&ompi_mpi_instance_null)
#define MPI_FILE_NULL       ((MPI_File)(void *)&ompi_mpi_file_null)
#define MPI_INFO_NULL       ((MPI_Info)(void *)&ompi_mpi_info_null)
#define MPI_INFO_ENV        ((MPI_Info)(void *)&ompi_mpi_info_env)

#define MPI_ERRHANDLER_NULL  ((MPI_Errhandler)(void *)&ompi_mpi_errhandler_null)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)(void *)&ompi_mpi_errors_are_fatal)
#define MPI_ERRORS_RETURN    ((MPI_Errhandler)(void *)&ompi_mpi_errors_return)
#define MPI_ERRORS_ABORT     ((MPI_Errhandler)(void *)&ompi_mpi_errors_abort)

#define MPI_OP_NULL ((MPI_Op)(void *)&ompi_mpi_op_null)
#define MPI_MAX     ((MPI_Op)(void *)&ompi_mpi_op_max)
#define MPI_MIN     ((MPI_Op)(void *)&ompi_mpi_op_min)
#define MPI_SUM     ((MPI_Op)(void *)&ompi_mpi_op_sum)
#define MPI_PROD    ((MPI_Op)(void *)&ompi_mpi_op_prod)
#define MPI_LAND    ((MPI_Op)(void *)&ompi_mpi_op_land)
#define MPI_BAND    ((MPI_Op)(void *)&ompi_mpi_op_band)
#define MPI_LOR     ((MPI_Op)(void *)&ompi_mpi_op_lor)
#define MPI_BOR     ((MPI_Op)(void *)&ompi_mpi_op_bor)
#define MPI_LXOR    ((MPI_Op)(void *)&ompi_mpi_op_lxor)
#define MPI_BXOR    ((MPI_Op)(void *)&ompi_mpi_op_bxor)
#define MPI_MINLOC  ((MPI_Op)(void *)&ompi_mpi_op_minloc)
#define MPI_MAXLOC  ((MPI_Op)(void *)&ompi_mpi_op_maxloc)
#define MPI_REPLACE ((MPI_Op)(void *)&ompi_mpi_op_replace)
#define MPI_NO_OP   ((MPI_Op)(void *)&ompi_mpi_op_no_op)

/* ---- predefined datatypes ---- */

#define MPI_DATATYPE_NULL ((MPI_Datatype)(void *)&ompi_mpi_datatype_null)

/* C */
#define MPI_CHAR                  ((MPI_Datatype)(void *)&ompi_mpi_char)
#define MPI_SIGNED_CHAR           ((MPI_Datatype)(void *)&ompi_mpi_signed_char)
#define MPI_UNSIGNED_CHAR         ((MPI_Datatype)(void *)&ompi_mpi_unsigned_char)
#define MPI_WCHAR                 ((MPI_Datatype)(void *)&ompi_mpi_wchar)
#define MPI_SHORT                 ((MPI_Datatype)(void *)&ompi_mpi_short)
#define MPI_UNSIGNED_SHORT        ((MPI_Datatype)(void *)&ompi_mpi_unsigned_short)
#define MPI_INT                   ((MPI_Datatype)(void *)&ompi_mpi_int)
#define MPI_UNSIGNED              ((MPI_Datatype)(void *)&ompi_mpi_unsigned)
#define MPI_LONG                  ((MPI_Datatype)(void *)&ompi_mpi_long)
#define MPI_UNSIGNED_LONG         ((MPI_Datatype)(void *)&ompi_mpi_unsigned_long)
#define MPI_LONG_LONG_INT         ((MPI_Datatype)(void *)&ompi_mpi_long_long_int)
#define MPI_LONG_LONG             MPI_LONG_LONG_INT
#define MPI_UNSIGNED_LONG_LONG    ((MPI_Datatype)(void *)&ompi_mpi_unsigned_long_long)
#define MPI_FLOAT                 ((MPI_Datatype)(void *)&ompi_mpi_float)
#define MPI_DOUBLE                ((MPI_Datatype)(void *)&ompi_mpi_double)
#define MPI_LONG_DOUBLE           ((MPI_Datatype)(void *)&ompi_mpi_long_double)
#define MPI_INT8_T                ((MPI_Datatype)(void *)&ompi_mpi_int8_t)
#define MPI_INT16_T               ((MPI_Datatype)(void *)&ompi_mpi_int16_t)
#define MPI_INT32_T               ((MPI_Datatype)(void *)&ompi_mpi_int32_t)
#define MPI_INT64_T               ((MPI_Datatype)(void *)&ompi_mpi_int64_t)
#define MPI_UINT8_T               ((MPI_Datatype)(void *)&ompi_mpi_uint8_t)
#define MPI_UINT16_T              ((MPI_Datatype)(void *)&ompi_mpi_uint16_t)
#define MPI_UINT32_T              ((MPI_Datatype)(void *)&ompi_mpi_uint32_t)
#define MPI_UINT64_T              ((MPI_Datatype)(void *)&ompi_mpi_uint64_t)
#define MPI_C_BOOL                ((MPI_Datatype)(void *)&ompi_mpi_c_bool)
#define MPI_C_FLOAT_COMPLEX       ((MPI_Datatype)(void *)&ompi_mpi_c_float_complex)
#define MPI_C_COMPLEX             MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX      ((MPI_Datatype)(void *)&ompi_mpi_c_double_complex)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_c_long_double_complex)

/* of MPI itself */
#define MPI_BYTE   ((MPI_Datatype)(void *)&ompi_mpi_byte)
#define MPI_PACKED ((MPI_Datatype)(void *)&ompi_mpi_packed)
#define MPI_AINT   ((MPI_Datatype)(void *)&ompi_mpi_aint)
#define MPI_OFFSET ((MPI_Datatype)(void *)&ompi_mpi_offset)
#define MPI_COUNT  ((MPI_Datatype)(void *)&ompi_mpi_count)
#define MPI_LB     ((MPI_Datatype)(void *)&ompi_mpi_lb) /* markers of MPI-1 */
#define MPI_UB     ((MPI_Datatype)(void *)&ompi_mpi_ub)

/* C++ */
#define MPI_CXX_BOOL                ((MPI_Datatype)(void *)&ompi_mpi_cxx_bool)
#define MPI_CXX_FLOAT_COMPLEX       ((MPI_Datatype)(void *)&ompi_mpi_cxx_cplex)
#define MPI_CXX_DOUBLE_COMPLEX      ((MPI_Datatype)(void *)&ompi_mpi_cxx_dblcplex)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_cxx_ldblcplex)

/* pairs of a value and an index, for MPI_MINLOC and MPI_MAXLOC */
#define MPI_2INT            ((MPI_Datatype)(void *)&ompi_mpi_2int)
#define MPI_FLOAT_INT       ((MPI_Datatype)(void *)&ompi_mpi_float_int)
#define MPI_DOUBLE_INT      ((MPI_Datatype)(void *)&ompi_mpi_double_int)
#define MPI_LONG_INT        ((MPI_Datatype)(void *)&ompi_mpi_long_int)
#define MPI_SHORT_INT       ((MPI_Datatype)(void *)&ompi_mpi_short_int)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)(void *)&ompi_mpi_longdbl_int)

/* Fortran */
#define MPI_CHARACTER         ((MPI_Datatype)(void *)&ompi_mpi_character)
#define MPI_INTEGER           ((MPI_Datatype)(void *)&ompi_mpi_integer)
#define MPI_REAL              ((MPI_Datatype)(void *)&ompi_mpi_real)
#define MPI_LOGICAL           ((MPI_Datatype)(void *)&ompi_mpi_logical)
#define MPI_COMPLEX           ((MPI_Datatype)(void *)&ompi_mpi_cplex)
#define MPI_DOUBLE_PRECISION  ((MPI_Datatype)(void *)&ompi_mpi_dblprec)
#define MPI_2INTEGER          ((MPI_Datatype)(void *)&ompi_mpi_2integer)
#define MPI_2REAL             ((MPI_Datatype)(void *)&ompi_mpi_2real)
#define MPI_DOUBLE_COMPLEX    ((MPI_Datatype)(void *)&ompi_mpi_dblcplex)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)(void *)&ompi_mpi_2dblprec)
#define MPI_REAL4             ((MPI_Datatype)(void *)&ompi_mpi_real4)
#define MPI_REAL8             ((MPI_Datatype)(void *)&ompi_mpi_real8)
#define MPI_REAL16            ((MPI_Datatype)(void *)&ompi_mpi_real16)
#define MPI_COMPLEX8          ((MPI_Datatype)(void *)&ompi_mpi_complex8)
#define MPI_COMPLEX16         ((MPI_Datatype)(void *)&ompi_mpi_complex16)
#define MPI_COMPLEX32         ((MPI_Datatype)(void *)&ompi_mpi_complex32)
#define MPI_INTEGER1          ((MPI_Datatype)(void *)&ompi_mpi_integer1)
#define MPI_INTEGER2          ((MPI_Datatype)(void *)&ompi_mpi_integer2)
#define MPI_INTEGER4          ((MPI_Datatype)(void *)&ompi_mpi_integer4)
#define MPI_INTEGER8          ((MPI_Datatype)(void *)&ompi_mpi_integer8)
#define MPI_INTEGER16         ((MPI_Datatype)(void *)&ompi_mpi_integer16)
#define MPI_LOGICAL1          ((MPI_Datatype)(void *)&ompi_mpi_logical1)
#define MPI_LOGICAL2          ((MPI_Datatype)(void *)&ompi_mpi_logical2)
#define MPI_LOGICAL4          ((MPI_Datatype)(void *)&ompi_mpi_logical4)
#define MPI_LOGICAL8          ((MPI_Datatype)(void *)&ompi_mpi_logical8)

/* ---- constants ---- */

#define MPI_PROC_NULL  (-2)
#define MPI_ANY_SOURCE (-1)
#define MPI_ROOT       (-4)
#define MPI_ANY_TAG    (-1)
#define MPI_UNDEFINED  (-32766)

#define MPI_BOTTOM          ((void *)0)
#define MPI_IN_PLACE        ((void *)1)
#define MPI_BUFFER_AUTOMATIC ((void *)2)
#define MPI_STATUS_IGNORE   ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_ARGV_NULL       ((char **)0)
#define MPI_ARGVS_NULL      ((char ***)0)
#define MPI_UNWEIGHTED      ((int *)2)
#define MPI_WEIGHTS_EMPTY   ((int *)3)
extern MPI_Fint *MPI_F_STATUS_IGNORE;
extern MPI_Fint *MPI_F_STATUSES_IGNORE;
extern MPI_F08_status *MPI_F08_STATUS_IGNORE;
extern MPI_F08_status *MPI_F08_STATUSES_IGNORE;
#define MPI_F_STATUS_SIZE 6
#define MPI_F_SOURCE      0
#define MPI_F_TAG         1
#define MPI_F_ERROR       2

#define MPI_IDENT     0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR   2
#define MPI_UNEQUAL   3

#define MPI_GRAPH      2
#define MPI_CART       1
#define MPI_DIST_GRAPH 3

#define MPI_THREAD_SINGLE     0
#define MPI_THREAD_FUNNELED   1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE   3

#define MPI_COMM_TYPE_SHARED      0
#define MPI_COMM_TYPE_HW_GUIDED   13
#define MPI_COMM_TYPE_HW_UNGUIDED 12
#define MPI_BSEND_OVERHEAD        128

#define MPI_MAX_PROCESSOR_NAME         256
#define MPI_MAX_LIBRARY_VERSION_STRING 256
#define MPI_MAX_ERROR_STRING           256
#define MPI_MAX_PORT_NAME              1024
#define MPI_MAX_OBJECT_NAME            64
#define MPI_MAX_STRINGTAG_LEN          1024
#define MPI_MAX_PSET_NAME_LEN          512
#define MPI_MAX_INFO_KEY               36
#define MPI_MAX_INFO_VAL               256
#define MPI_MAX_DATAREP_STRING         128

/* attributes */
#define MPI_KEYVAL_INVALID    (-1)
#define MPI_TAG_UB            0
#define MPI_HOST              1
#define MPI_IO                2
#define MPI_WTIME_IS_GLOBAL   3
#define MPI_UNIVERSE_SIZE     6
#define MPI_LASTUSEDCODE      5
#define MPI_APPNUM            4
#define MPI_WIN_BASE          7
#define MPI_WIN_SIZE          8
#define MPI_WIN_DISP_UNIT     9
#define MPI_WIN_CREATE_FLAVOR 10
#define MPI_WIN_MODEL         11

/* datatypes */
#define MPI_COMBINER_NAMED            0
#define MPI_COMBINER_DUP              1
#define MPI_COMBINER_CONTIGUOUS       2
#define MPI_COMBINER_VECTOR           3
#define MPI_COMBINER_HVECTOR_INTEGER  4
#define MPI_COMBINER_HVECTOR          5
#define MPI_COMBINER_INDEXED          6
#define MPI_COMBINER_HINDEXED_INTEGER 7
#define MPI_COMBINER_HINDEXED         8
#define MPI_COMBINER_INDEXED_BLOCK    9
#define MPI_COMBINER_STRUCT_INTEGER   10
#define MPI_COMBINER_STRUCT           11
#define MPI_COMBINER_SUBARRAY         12
#define MPI_COMBINER_DARRAY           13
#define MPI_COMBINER_F90_REAL         14
#define MPI_COMBINER_F90_COMPLEX      15
#define MPI_COMBINER_F90_INTEGER      16
#define MPI_COMBINER_RESIZED          17
#define MPI_COMBINER_HINDEXED_BLOCK   18
#define MPI_TYPECLASS_REAL            2
#define MPI_TYPECLASS_INTEGER         1
#define MPI_TYPECLASS_COMPLEX         3
#define MPI_ORDER_C                   0
#define MPI_ORDER_FORTRAN             1
#define MPI_DISTRIBUTE_BLOCK          0
#define MPI_DISTRIBUTE_CYCLIC         1
#define MPI_DISTRIBUTE_NONE           2
#define MPI_DISTRIBUTE_DFLT_DARG      (-1)

/* one-sided communication */
#define MPI_WIN_FLAVOR_CREATE   1
#define MPI_WIN_FLAVOR_ALLOCATE 2
#define MPI_WIN_FLAVOR_DYNAMIC  3
#define MPI_WIN_FLAVOR_SHARED   4
#define MPI_WIN_SEPARATE        1
#define MPI_WIN_UNIFIED         0
#define MPI_LOCK_EXCLUSIVE      1
#define MPI_LOCK_SHARED         2
#define MPI_MODE_NOCHECK        1
#define MPI_MODE_NOSTORE        8
#define MPI_MODE_NOPUT          4
#define MPI_MODE_NOPRECEDE      2
#define MPI_MODE_NOSUCCEED      16

/* files */
#define MPI_MODE_CREATE          1
#define MPI_MODE_RDONLY          2
#define MPI_MODE_WRONLY          4
#define MPI_MODE_RDWR            8
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_UNIQUE_OPEN     32
#define MPI_MODE_EXCL            64
#define MPI_MODE_APPEND          128
#define MPI_MODE_SEQUENTIAL      256
#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_SEEK_SET             600
#define MPI_SEEK_CUR             602
#define MPI_SEEK_END             604

/* ---- error classes ---- */

#define MPI_SUCCESS                   0
#define MPI_ERR_BUFFER                1
#define MPI_ERR_COUNT                 2
#define MPI_ERR_TYPE                  3
#define MPI_ERR_TAG                   4
#define MPI_ERR_COMM                  5
#define MPI_ERR_RANK                  6
#define MPI_ERR_ROOT                  8
#define MPI_ERR_GROUP                 9
#define MPI_ERR_OP                    10
#define MPI_ERR_TOPOLOGY              11
#define MPI_ERR_DIMS                  12
#define MPI_ERR_ARG                   13
#define MPI_ERR_UNKNOWN               14
#define MPI_ERR_TRUNCATE              15
#define MPI_ERR_OTHER                 16
#define MPI_ERR_INTERN                17
#define MPI_ERR_IN_STATUS             18
#define MPI_ERR_PENDING               19
#define MPI_ERR_REQUEST               7
#define MPI_ERR_ACCESS                20
#define MPI_ERR_AMODE                 21
#define MPI_ERR_BAD_FILE              23
#define MPI_ERR_CONVERSION            25
#define MPI_ERR_DUP_DATAREP           27
#define MPI_ERR_FILE_EXISTS           28
#define MPI_ERR_FILE_IN_USE           29
#define MPI_ERR_FILE                  30
#define MPI_ERR_INFO                  34
#define MPI_ERR_INFO_KEY              31
#define MPI_ERR_INFO_VALUE            33
#define MPI_ERR_INFO_NOKEY            32
#define MPI_ERR_IO                    35
#define MPI_ERR_NAME                  38
#define MPI_ERR_NO_MEM                39
#define MPI_ERR_NOT_SAME              40
#define MPI_ERR_NO_SPACE              41
#define MPI_ERR_NO_SUCH_FILE          42
#define MPI_ERR_PORT                  43
#define MPI_ERR_QUOTA                 44
#define MPI_ERR_READ_ONLY             45
#define MPI_ERR_SERVICE               48
#define MPI_ERR_SPAWN                 50
#define MPI_ERR_UNSUPPORTED_DATAREP   51
#define MPI_ERR_UNSUPPORTED_OPERATION 52
#define MPI_ERR_WIN                   53
#define MPI_ERR_BASE                  24
#define MPI_ERR_LOCKTYPE              37
#define MPI_ERR_KEYVAL                36
#define MPI_ERR_RMA_CONFLICT          46
#define MPI_ERR_RMA_SYNC              47
#define MPI_ERR_SIZE                  49
#define MPI_ERR_DISP                  26
#define MPI_ERR_ASSERT                22
#define MPI_ERR_RMA_RANGE             68
#define MPI_ERR_RMA_ATTACH            69
#define MPI_ERR_RMA_SHARED            71
#define MPI_ERR_RMA_FLAVOR            70
#define MPI_T_ERR_MEMORY              54
#define MPI_T_ERR_NOT_INITIALIZED     55
#define MPI_T_ERR_CANNOT_INIT         56
#define MPI_T_ERR_INVALID_INDEX       57
#define MPI_T_ERR_INVALID_ITEM        58
#define MPI_T_ERR_INVALID_HANDLE      59
#define MPI_T_ERR_OUT_OF_HANDLES      60
#define MPI_T_ERR_OUT_OF_SESSIONS     61
#define MPI_T_ERR_INVALID_SESSION     62
#define MPI_T_ERR_CVAR_SET_NOT_NOW    63
#define MPI_T_ERR_CVAR_SET_NEVER      64
#define MPI_T_ERR_PVAR_NO_STARTSTOP   65
#define MPI_T_ERR_PVAR_NO_WRITE       66
#define MPI_T_ERR_PVAR_NO_ATOMIC      67
#define MPI_T_ERR_INVALID_NAME        73
#define MPI_T_ERR_INVALID             72
#define MPI_ERR_SESSION               78
#define MPI_ERR_ABI                   MPI_ERR_OTHER /* it has none */
#define MPI_ERR_PROC_ABORTED          74
#define MPI_ERR_VALUE_TOO_LARGE       79
#define MPI_T_ERR_NOT_SUPPORTED       80
#define MPI_ERR_LASTCODE              92

/* ---- functions for attributes ---- */

int OMPI_C_MPI_DUP_FN(MPI_Comm, int keyval, void *extra_state, void *value_in,
                      void *value_out, int *flag);
int OMPI_C_MPI_NULL_COPY_FN(MPI_Comm, int keyval, void *extra_state, void *value_in,
                            void *value_out, int *flag);
int OMPI_C_MPI_NULL_DELETE_FN(MPI_Comm, int keyval, void *value, void *extra_state);
#define MAZURKA_DUP_FN         OMPI_C_MPI_DUP_FN
#define MAZURKA_NULL_COPY_FN   OMPI_C_MPI_NULL_COPY_FN
#define MAZURKA_NULL_DELETE_FN OMPI_C_MPI_NULL_DELETE_FN

/* ---- the interface for tools ---- */

typedef struct MPIR_T_enum_s *MPI_T_enum;
typedef struct MPIR_T_cvar_handle_s *MPI_T_cvar_handle;
typedef struct MPIR_T_pvar_handle_s *MPI_T_pvar_handle;
typedef struct MPIR_T_pvar_session_s *MPI_T_pvar_session;

#define MPI_T_ENUM_NULL                ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL         ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL         ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_SESSION_NULL        ((MPI_T_pvar_session)0)
#define MPI_T_PVAR_ALL_HANDLES         ((MPI_T_pvar_handle)-1)
#define MPI_T_VERBOSITY_USER_BASIC     0
#define MPI_T_VERBOSITY_USER_DETAIL    1
#define MPI_T_VERBOSITY_USER_ALL       2
#define MPI_T_VERBOSITY_TUNER_BASIC    3
#define MPI_T_VERBOSITY_TUNER_DETAIL   4
#define MPI_T_VERBOSITY_TUNER_ALL      5
#define MPI_T_VERBOSITY_MPIDEV_BASIC   6
#define MPI_T_VERBOSITY_MPIDEV_DETAIL  7
#define MPI_T_VERBOSITY_MPIDEV_ALL     8
#define MPI_T_BIND_NO_OBJECT           0
#define MPI_T_BIND_MPI_COMM            1
#define MPI_T_BIND_MPI_DATATYPE        2
#define MPI_T_BIND_MPI_ERRHANDLER      3
#define MPI_T_BIND_MPI_FILE            4
#define MPI_T_BIND_MPI_GROUP           5
#define MPI_T_BIND_MPI_OP              6
#define MPI_T_BIND_MPI_REQUEST         7
#define MPI_T_BIND_MPI_WIN             8
#define MPI_T_BIND_MPI_MESSAGE         9
#define MPI_T_BIND_MPI_INFO            10
#define MPI_T_SCOPE_CONSTANT           0
#define MPI_T_SCOPE_READONLY           1
#define MPI_T_SCOPE_LOCAL              2
#define MPI_T_SCOPE_GROUP              3
#define MPI_T_SCOPE_GROUP_EQ           4
#define MPI_T_SCOPE_ALL                5
#define MPI_T_SCOPE_ALL_EQ             6
#define MPI_T_PVAR_CLASS_STATE         0
#define MPI_T_PVAR_CLASS_LEVEL         1
#define MPI_T_PVAR_CLASS_SIZE          2
#define MPI_T_PVAR_CLASS_PERCENTAGE    3
#define MPI_T_PVAR_CLASS_HIGHWATERMARK 4
#define MPI_T_PVAR_CLASS_LOWWATERMARK  5
#define MPI_T_PVAR_CLASS_COUNTER       6
#define MPI_T_PVAR_CLASS_AGGREGATE     7
#define MPI_T_PVAR_CLASS_TIMER         8
#define MPI_T_PVAR_CLASS_GENERIC       9

/* ---- handles in Fortran are integers, and functions convert them ---- */

MPI_Fint MPI_Comm_c2f(MPI_Comm comm);
MPI_Comm MPI_Comm_f2c(MPI_Fint comm);
MPI_Fint PMPI_Comm_c2f(MPI_Comm comm);
MPI_Comm PMPI_Comm_f2c(MPI_Fint comm);
MPI_Fint MPI_Type_c2f(MPI_Datatype datatype);
MPI_Datatype MPI_Type_f2c(MPI_Fint datatype);
MPI_Fint PMPI_Type_c2f(MPI_Datatype datatype);
MPI_Datatype PMPI_Type_f2c(MPI_Fint datatype);
MPI_Fint MPI_Group_c2f(MPI_Group group);
MPI_Group MPI_Group_f2c(MPI_Fint group);
MPI_Fint PMPI_Group_c2f(MPI_Group group);
MPI_Group PMPI_Group_f2c(MPI_Fint group);
MPI_Fint MPI_Info_c2f(MPI_Info info);
MPI_Info MPI_Info_f2c(MPI_Fint info);
MPI_Fint PMPI_Info_c2f(MPI_Info info);
MPI_Info PMPI_Info_f2c(MPI_Fint info);
MPI_Fint MPI_Request_c2f(MPI_Request request);
MPI_Request MPI_Request_f2c(MPI_Fint request);
MPI_Fint PMPI_Request_c2f(MPI_Request request);
MPI_Request PMPI_Request_f2c(MPI_Fint request);
MPI_Fint MPI_Message_c2f(MPI_Message message);
MPI_Message MPI_Message_f2c(MPI_Fint message);
MPI_Fint PMPI_Message_c2f(MPI_Message message);
MPI_Message PMPI_Message_f2c(MPI_Fint message);
MPI_Fint MPI_Op_c2f(MPI_Op op);
MPI_Op MPI_Op_f2c(MPI_Fint op);
MPI_Fint PMPI_Op_c2f(MPI_Op op);
MPI_Op PMPI_Op_f2c(MPI_Fint op);
MPI_Fint MPI_Errhandler_c2f(MPI_Errhandler errhandler);
MPI_Errhandler MPI_Errhandler_f2c(MPI_Fint errhandler);
MPI_Fint PMPI_Errhandler_c2f(MPI_Errhandler errhandler);
MPI_Errhandler PMPI_Errhandler_f2c(MPI_Fint errhandler);
MPI_Fint MPI_Win_c2f(MPI_Win win);
MPI_Win MPI_Win_f2c(MPI_Fint win);
MPI_Fint PMPI_Win_c2f(MPI_Win win);
MPI_Win PMPI_Win_f2c(MPI_Fint win);
MPI_Fint MPI_Session_c2f(MPI_Session session);
MPI_Session MPI_Session_f2c(MPI_Fint session);
MPI_Fint PMPI_Session_c2f(MPI_Session session);
MPI_Session PMPI_Session_f2c(MPI_Fint session);

#endif
